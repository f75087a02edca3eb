/** Curves of several runs over each other, on one page. */
import { axisChoice, axisGrids, renderPage } from './page.ts';
import { CHART_TOPICS, type ChartedRun, type ChartTopic, planCharts } from './run-charts.ts';

const HEADINGS = { strength: 'Strength', learning: 'Learning', games: 'Self-play games', machine: 'The machine' };

/** The curves of runs as HTML. */
export const renderRunCharts = (runs: readonly ChartedRun[]): string => {
  const sections = CHART_TOPICS.map((topic) => {
    if (planCharts(runs, topic).length === 0) return '';
    return `<section><h2>${HEADINGS[topic]}</h2>${topicGrids(runs, topic)}</section>`;
  });
  const head = `<h1>${runs.length} training runs</h1>${axisChoice()}`;
  return renderPage('TZAAR training runs', `${head}${sections.join('\n')}`);
};

/** The charts of a topic along every axis, with others before them that have none. */
export const topicGrids = (runs: readonly ChartedRun[], topic: ChartTopic, first: readonly string[] = []): string =>
  axisGrids((axis) => [...first, ...planCharts(runs, topic, axis).map(({ draw }) => draw({}))]);
