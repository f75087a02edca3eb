/** What else there is of a run: reports to open, models to play against, files to fetch, settings to read. */
import type { VNode } from 'preact';
import { filePath, type RunOverview } from './api.ts';
import { formatAge } from './format.ts';

export const Reports = ({ overview }: { readonly overview: RunOverview }): VNode => {
  const { name, reports, releases, iteration } = overview;
  const checkpoint = `checkpoints/${String(iteration).padStart(6, '0')}.network`;
  return (
    <ul class="panel links">
      {reports.map(({ path, changed }) => (
        <li key={path}>
          <a href={filePath(name, path)}>{path}</a> <span class="quiet">{formatAge(changed, Date.now())}</span>
        </li>
      ))}
      {reports.length === 0 && (
        <li class="quiet">
          No report yet: <code>tzaar report</code> and the evaluation at the end of a run write one.
        </li>
      )}
      {releases.map(({ name: model, url }) => (
        <li key={url}>
          <a href={`./?model=${encodeURIComponent(url)}`}>Play against {model}</a>
        </li>
      ))}
      <li>
        <a href={filePath(name, 'metrics.jsonl')}>metrics.jsonl</a> <span class="quiet">every number on this page</span>
      </li>
      {iteration > 0 && (
        <li>
          <a href={filePath(name, checkpoint)} download={`${name.replaceAll('/', '-')}-${iteration}.network`}>
            {checkpoint}
          </a>{' '}
          <span class="quiet">the newest network</span>
        </li>
      )}
    </ul>
  );
};

export const Settings = ({ config }: { readonly config: RunOverview['config'] }): VNode => (
  <details class="panel settings">
    <summary>Settings</summary>
    <dl>
      {Object.entries(config).map(([key, value]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>{value === null ? 'none' : String(value)}</dd>
        </div>
      ))}
    </dl>
  </details>
);
