/**
 * What page and worker say to each other. Every request has an id and every reply names the request it belongs to, so
 * that an answer to an old question can be told from the answer to the present one. Both ends check what they receive.
 */
import { ACTION_COUNT, type Action } from '../../env/index.ts';
import type { Pondering, Thinking } from './levels.ts';

export type Request =
  /** Fetches a released model; replied by `opened` or `failed`. `wasm` is where the files of the tfjs backend are. */
  | { readonly type: 'open'; readonly id: number; readonly model: string; readonly wasm: string }
  /** Thinks about a position that is not over; replied by some `progress`, then `thought` or `failed`. Pondering has no thought. */
  | { readonly type: 'think'; readonly id: number; readonly position: string; readonly thinking: Thinking | Pondering }
  /** Ends the thinking of that id early: no further reply. */
  | { readonly type: 'stop'; readonly id: number };

/** One candidate action; chances and values are for the mover. */
export type Candidate = {
  readonly action: Action;
  /** Share of the engine's preference, 0 to 1. */
  readonly share: number;
  readonly visits: number;
  readonly value: number;
  readonly proven?: 'win' | 'loss';
  /** What the engine expects to follow, this action first. */
  readonly line: readonly Action[];
};

/** What the engine thinks of a position. */
export type Insight = {
  /** Expected result for the mover, −1 to 1. */
  readonly value: number;
  readonly proven?: 'win' | 'loss';
  readonly by: 'network' | 'alphabeta';
  /** Simulations of the network's search, or milliseconds of alpha-beta: comparable among insights of one kind. */
  readonly effort: number;
  readonly candidates: readonly Candidate[];
};

export type Reply =
  | { readonly type: 'opened'; readonly id: number; readonly name: string; readonly about: string }
  | { readonly type: 'progress'; readonly id: number; readonly insight: Insight; readonly done: number }
  | {
      readonly type: 'thought';
      readonly id: number;
      readonly action: Action;
      readonly insight: Insight;
      readonly timeMs: number;
    }
  | { readonly type: 'failed'; readonly id: number; readonly message: string };

/** The request in a message, or null if it is none. */
export const readRequest = (data: unknown): Request | null => {
  if (!isRecord(data) || !isId(data.id)) return null;
  switch (data.type) {
    case 'open':
      return isText(data.model) && isText(data.wasm) ? (data as Request) : null;
    case 'think':
      return isText(data.position) && isThinking(data.thinking) ? (data as Request) : null;
    case 'stop':
      return data as Request;
    default:
      return null;
  }
};

/** The reply in a message, or null if it is none. */
export const readReply = (data: unknown): Reply | null => {
  if (!isRecord(data) || !isId(data.id)) return null;
  switch (data.type) {
    case 'opened':
      return isText(data.name) && isText(data.about) ? (data as Reply) : null;
    case 'progress':
      return isInsight(data.insight) && isShare(data.done) ? (data as Reply) : null;
    case 'thought':
      return isAction(data.action) && isInsight(data.insight) && typeof data.timeMs === 'number'
        ? (data as Reply)
        : null;
    case 'failed':
      return isText(data.message) ? (data as Reply) : null;
    default:
      return null;
  }
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const isId = (value: unknown): value is number => Number.isSafeInteger(value);
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isAction = (value: unknown): value is Action => isWhole(value) && value < ACTION_COUNT;
const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;
const isValue = (value: unknown): value is number => typeof value === 'number' && value >= -1 && value <= 1;
const isProven = (value: unknown): boolean => value === undefined || value === 'win' || value === 'loss';

const isThinking = (value: unknown): value is Thinking | Pondering => {
  if (!isRecord(value)) return false;
  switch (value.type) {
    case 'policy':
      return true;
    case 'network':
    case 'ponder':
      return isWhole(value.simulations) && value.simulations >= 1;
    case 'alphabeta':
      return isWhole(value.depth) && value.depth >= 1 && isWhole(value.timeMs) && value.timeMs >= 1;
    default:
      return false;
  }
};

const isInsight = (value: unknown): value is Insight =>
  isRecord(value) &&
  isValue(value.value) &&
  isProven(value.proven) &&
  (value.by === 'network' || value.by === 'alphabeta') &&
  isWhole(value.effort) &&
  Array.isArray(value.candidates) &&
  value.candidates.every(isCandidate);

const isCandidate = (value: unknown): value is Candidate =>
  isRecord(value) &&
  isAction(value.action) &&
  isShare(value.share) &&
  isWhole(value.visits) &&
  isValue(value.value) &&
  isProven(value.proven) &&
  Array.isArray(value.line) &&
  value.line.every(isAction);
