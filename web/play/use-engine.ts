/** Gives the engine the work that the session needs, and brings its answers back. */
import type { RefObject } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { EngineClient, type WorkerPort } from './engine-client.ts';
import { type Analyst, type Job, wantedJob } from './jobs.ts';
import type { Reply } from './protocol.ts';
import type { Session, SessionEvent } from './session.ts';
import { useVisibility } from './use-visibility.ts';

export type NetworkState =
  | { readonly type: 'loading' }
  | { readonly type: 'ready'; readonly name: string; readonly about: string }
  /** No network; alpha-beta still works. */
  | { readonly type: 'missing'; readonly why: string };

export type EngineState = {
  readonly network: NetworkState;
  /** What the engine is working on, and the share of it that is done. */
  readonly job: Job | null;
  readonly done: number;
  /** A sentence about an engine that does not work at all. */
  readonly broken: string | null;
  /** Starts over with a new worker, and fetches the network again. */
  readonly retry: () => void;
};

/** What the engine may do besides playing: look for candidates, and think while a person does. */
export type EngineWishes = { readonly analysing: boolean; readonly pondering: boolean };

/** How to start the worker that thinks, and where it finds its files; without a model it plays alpha-beta. */
export type EnginePlace = {
  readonly startWorker: () => WorkerPort;
  readonly model: string | null;
  readonly wasm: string;
};

const LOADING: NetworkState = { type: 'loading' };

/** Whatever changed last on the board stays this long: the two steps of a turn follow each other slowly enough to be seen. */
const LEAST_MOVE_MS = 450;
const LEAST_PLACEMENT_MS = 120;

export const useEngine = (
  session: Session,
  dispatch: (event: SessionEvent) => void,
  { analysing, pondering }: EngineWishes,
  place: EnginePlace,
): EngineState => {
  const line = useLine(place);
  const { network, broken, retry } = line;
  const isSeen = useVisibility();
  const job = broken === null ? wantedJob(session, analystOf(network), analysing, pondering && isSeen) : null;
  const changedAt = useTimeOfChange(session.game);
  const done = useJob(line, job, changedAt, dispatch);
  return { network, job, done, broken, retry };
};

/** The line to one worker after another, and what is known of the network at its end. */
type Line = {
  readonly client: RefObject<EngineClient | null>;
  /** Takes the worker's replies about the current job. */
  readonly answered: RefObject<(reply: Reply) => void>;
  readonly network: NetworkState;
  readonly broken: string | null;
  readonly setBroken: (sentence: string) => void;
  /** Counts workers: a new one must be given the job again. */
  readonly attempt: number;
  readonly retry: () => void;
};

const useLine = ({ startWorker, model, wasm }: EnginePlace): Line => {
  const [attempt, setAttempt] = useState(1);
  const [network, setNetwork] = useState<NetworkState>(
    model === null ? { type: 'missing', why: 'This page comes without a network.' } : LOADING,
  );
  const [broken, setBroken] = useState<string | null>(null);
  const client = useRef<EngineClient | null>(null);
  const answered = useRef<(reply: Reply) => void>(() => {});

  useEffect(() => {
    client.current = new EngineClient(startWorker(), {
      model: (reply) => setNetwork(stateAfter(reply)),
      thinking: (reply) => answered.current(reply),
      broken: (message) => {
        setBroken(`The engine has stopped: ${message}. Two people can still play.`);
        setNetwork((before) => (before.type === 'loading' ? { type: 'missing', why: 'It was not loaded.' } : before));
      },
    });
    if (model !== null) client.current.open(model, wasm);
    return () => client.current?.close();
  }, [startWorker, model, wasm, attempt]);

  const retry = useCallback(() => {
    setBroken(null);
    if (model !== null) setNetwork(LOADING);
    setAttempt((before) => before + 1);
  }, [model]);

  return { client, answered, network, broken, setBroken, attempt, retry };
};

const useTimeOfChange = (thing: unknown): RefObject<number> => {
  const changedAt = useRef(0);
  useEffect(() => {
    changedAt.current = performance.now();
  }, [thing]);
  return changedAt;
};

/** Has the worker think about a job, and brings its answers back. Returns the share of it that is done. */
const useJob = (
  { client, answered, setBroken, attempt }: Line,
  job: Job | null,
  changedAt: RefObject<number>,
  dispatch: (event: SessionEvent) => void,
): number => {
  const [done, setDone] = useState(0);

  useEffect(() => {
    if (job === null) {
      client.current?.stop();
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    setDone(0);
    answered.current = (reply) => {
      switch (reply.type) {
        case 'opened':
          return;
        case 'progress':
          setDone(reply.done);
          return dispatch({ type: 'learn', position: job.position, insight: reply.insight });
        case 'failed':
          return setBroken(`The engine cannot go on: ${reply.message}`);
        case 'thought': {
          dispatch({ type: 'learn', position: job.position, insight: reply.insight });
          if (job.purpose !== 'move') return;
          const least = job.position.endsWith('p') ? LEAST_PLACEMENT_MS : LEAST_MOVE_MS;
          const wait = Math.max(0, least - (performance.now() - changedAt.current));
          timer = setTimeout(
            () => dispatch({ type: 'play', action: reply.action, position: job.position, by: 'engine' }),
            wait,
          );
        }
      }
    };
    client.current?.think(job.position, job.thinking);
    return () => {
      clearTimeout(timer);
      client.current?.stop();
    };
  }, [JSON.stringify(job), attempt]);

  return done;
};

const analystOf = (network: NetworkState): Analyst => {
  switch (network.type) {
    case 'loading':
      return null;
    case 'ready':
      return 'network';
    case 'missing':
      return 'alphabeta';
  }
};

const stateAfter = (reply: Reply): NetworkState =>
  reply.type === 'opened'
    ? { type: 'ready', name: reply.name, about: reply.about }
    : { type: 'missing', why: reply.type === 'failed' ? reply.message : 'The engine gave a strange answer.' };
