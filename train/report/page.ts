/** The frame of a page that stands alone: no files, fonts or scripts from elsewhere, light and dark, readable on a phone. */
import { escapeHtml } from '../../arena/html.ts';
import { CHART_AXES, type ChartAxis } from './run-charts.ts';

export const renderPage = (title: string, body: string, extraStyle = '', script = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${STYLE}${extraStyle}</style></head>
<body><main>
${body}
</main>${script === '' ? '' : `<script>${script}</script>`}</body></html>
`;

export const chartGrid = (charts: readonly string[]): string =>
  `<div class="charts">${charts.map((chart) => `<figure>${chart}</figure>`).join('')}</div>`;

/** Charts along each axis, of which the page shows one: `axisChoice` chooses without a script. */
export const axisGrids = (chartsAlong: (axis: ChartAxis) => readonly string[]): string =>
  CHART_AXES.map((axis) => `<div class="along along-${axis}">${chartGrid(chartsAlong(axis))}</div>`).join('');

/** The choice; it must come before the sections that hold the charts, and beside them. */
export const axisChoice = (): string => {
  const choices = CHART_AXES.map(
    (axis, index) =>
      `<input type="radio" name="axis" id="axis-${axis}"${index === 0 ? ' checked' : ''}><label for="axis-${axis}">${axis}</label>`,
  );
  return `<span class="axis-name soft">Charts by</span>${choices.join('')}`;
};

const AXIS_STYLE = CHART_AXES.map(
  (axis) =>
    `#axis-${axis}:checked~section .along-${axis}{display:block}#axis-${axis}:checked+label{background:var(--line)}`,
).join('');

const STYLE = `
:root{color-scheme:light dark;--ground:#f6f4ef;--card:#fff;--ink:#23262b;--soft:#646a73;--line:#e3dfd6;--accent:#1d5fa8}
@media (prefers-color-scheme:dark){:root{--ground:#15171a;--card:#1f2226;--ink:#e8e6e1;--soft:#a2a8b0;--line:#33373d;--accent:#7cb4ec;
--chart-1:#5ba7e6;--chart-2:#f0943c;--chart-3:#35c49a;--chart-4:#e07fbd;--chart-5:#cdb63a;--chart-6:#9a9af0;--chart-7:#ee7768;--chart-8:#93a8bb}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:72rem;margin:0 auto;padding:1.5rem 1rem 4rem}h1{font-size:2rem;line-height:1.2;margin:.2rem 0;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2.4rem 0 .6rem}p{margin:.4rem 0;max-width:70ch}.soft{color:var(--soft)}a{color:var(--accent)}code{font-size:.9em;overflow-wrap:anywhere}
.pill{display:inline-block;padding:.05rem .7rem;border-radius:1rem;background:var(--line);font-size:.85rem;font-weight:600;vertical-align:middle}
.pill.training{background:#129a74;color:#fff}.pill.crashed{background:#c8483b;color:#fff}.warning{border-left:4px solid #d9700a;padding:.3rem .8rem;background:var(--card)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.2rem,1fr));gap:.8rem;margin:1.2rem 0}
.tile{background:var(--card);border:1px solid var(--line);border-radius:.7rem;padding:.7rem .9rem}.tile b{display:block;font-size:1.45rem;line-height:1.25;font-variant-numeric:tabular-nums}
.tile span{color:var(--soft);font-size:.85rem;overflow-wrap:anywhere}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:.8rem;margin:.6rem 0}
figure,.card{margin:0;background:var(--card);border:1px solid var(--line);border-radius:.7rem;padding:.7rem}figure svg,.card svg{display:block;width:100%;height:auto}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.92rem}th{font-weight:600;color:var(--soft)}
th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}tr:last-child td{border-bottom:0}td.number,th.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.halves{display:grid;grid-template-columns:minmax(0,26rem) minmax(0,1fr);gap:.8rem;align-items:start}@media (max-width:46rem){.halves{grid-template-columns:minmax(0,1fr)}}
summary{cursor:pointer;font-weight:600}button,select{color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.4rem}
.along{display:none}input[name=axis]{position:absolute;opacity:0}input[name=axis]+label{display:inline-block;cursor:pointer;padding:.1rem .7rem;margin-left:.3rem;border:1px solid var(--line);border-radius:1rem}
input[name=axis]:focus-visible+label{outline:2px solid var(--accent)}${AXIS_STYLE}`;
