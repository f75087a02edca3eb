/** The training dashboard: all runs, or the one that the address names by `?run=`. */
import type { VNode } from 'preact';
import { wayBack } from '../play/way-back.ts';
import { RunList } from './run-list.tsx';
import { RunPage } from './run-page.tsx';

export const App = (): VNode => {
  const run = new URLSearchParams(location.search).get('run');
  return (
    <>
      <header class="top">
        <h1>
          TZAAR <small>training</small>
        </h1>
        <nav aria-label="Pages">
          {run !== null && (
            <a class="button" href="dashboard">
              All runs
            </a>
          )}
          <a class="button" href={wayBack()}>
            Play
          </a>
        </nav>
      </header>
      <main class="dashboard">{run === null ? <RunList /> : <RunPage name={run} />}</main>
    </>
  );
};
