/** Starts the play page: reads the address, then hands over to `App`. */
import { render } from 'preact';
import { InvalidInput, randomStream } from '../../env/index.ts';
import '../theme.css';
import './layout.css';
import './board.css';
import './panels.css';
import './engine.css';
import './annotation.css';
import './dialogs.css';
import './screen.css';
import { parseLink } from './address.ts';
import { App } from './app.tsx';
import { newGame } from './game.ts';
import { DEFAULT_LEVEL } from './levels.ts';
import { type Session, startSession } from './session.ts';
import type { EnginePlace } from './use-engine.ts';

/** Whether the build brought a model along; written in by the build. */
declare const SHIPS_MODEL: boolean;

const readStart = (): { readonly start: Session; readonly notice: string | null } => {
  const fresh = startSession(newGame('random', randomStream(Date.now(), Math.random())), 'white', DEFAULT_LEVEL);
  try {
    const linked = parseLink(location.hash);
    if (linked === null) return { start: fresh, notice: null };
    return { start: startSession(linked.game, linked.side, linked.level, linked.shown), notice: null };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return { start: fresh, notice: `This link cannot be opened, so here is a new game. ${error.message}` };
  }
};

/** `?model=…` names another released folder, relative to the page or anywhere. */
const readPlace = (): EnginePlace => {
  const newWorker = (): Worker => new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' });
  // The first one before the first picture is drawn: what the worker has to load takes longest.
  let early: Worker | null = newWorker();
  // If it fails before anything listens, the next one fails where that is noticed.
  early.addEventListener('error', () => {
    early = null;
  });
  const startWorker = (): Worker => {
    const worker = early ?? newWorker();
    early = null;
    return worker;
  };
  const asked = new URLSearchParams(location.search).get('model');
  const wasm = new URL('./wasm/', document.baseURI).href;
  if (asked === null && !SHIPS_MODEL) return { startWorker, model: null, wasm };
  return { startWorker, model: wholeAddress(asked ?? './model/'), wasm };
};

/** Workers resolve addresses differently. An invalid address is left as it is: fetching it gives the error. */
const wholeAddress = (address: string): string =>
  URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI).href : address;

const readDashboard = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name=dashboard]')?.content || null;

const place = readPlace();
render(<App {...readStart()} place={place} dashboard={readDashboard()} />, document.getElementById('app')!);
