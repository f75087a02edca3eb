/** The training dashboard: all runs, the one that the address names by `?run=`, or several of them side by side. */
import type { VNode } from 'preact';
import { wayBack } from '../play/way-back.ts';
import { ComparePage, MOST_COMPARED } from './compare-page.tsx';
import { RunList } from './run-list.tsx';
import { RunPage } from './run-page.tsx';

export const App = (): VNode => {
  const runs = [...new Set(new URLSearchParams(location.search).getAll('run'))].slice(0, MOST_COMPARED);
  return (
    <>
      <header class="top">
        <h1>
          TZAAR <small>training</small>
        </h1>
        <nav aria-label="Pages">
          {runs.length > 0 && (
            <a class="button" href="dashboard">
              All runs
            </a>
          )}
          <a class="button" href={wayBack()}>
            Play
          </a>
        </nav>
      </header>
      <main class="dashboard">
        {runs.length === 0 ? (
          <RunList />
        ) : runs.length === 1 ? (
          <RunPage name={runs[0]} />
        ) : (
          <ComparePage names={runs} />
        )}
      </main>
    </>
  );
};
