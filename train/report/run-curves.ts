/** Curves of several runs over each other, on one page. */
import { chartGrid, renderPage } from './page.ts';
import { CHART_TOPICS, type ChartedRun, runCharts } from './run-charts.ts';

const HEADINGS = { strength: 'Strength', learning: 'Learning', games: 'Self-play games', machine: 'The machine' };

/** The curves of runs as HTML. */
export const renderRunCharts = (runs: readonly ChartedRun[]): string => {
  const charts = runCharts(runs);
  const sections = CHART_TOPICS.map((topic) => {
    const drawn = charts.filter((chart) => chart.topic === topic).map(({ svg }) => svg);
    return drawn.length === 0 ? '' : `<section><h2>${HEADINGS[topic]}</h2>${chartGrid(drawn)}</section>`;
  });
  return renderPage('TZAAR training runs', `<h1>${runs.length} training runs</h1>${sections.join('\n')}`);
};
