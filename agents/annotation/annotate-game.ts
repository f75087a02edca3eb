/** Annotates a whole game with a judge, one position after another. */
import { type Action, type Position, parsePosition } from '../../env/index.ts';
import { type Annotation, annotate } from './annotate.ts';
import type { Judge, Judgement } from './judgement.ts';

/** What `annotateGame` may be told. */
export type AnnotateOptions = {
  /** Hears of what is known so far, after every judgement. */
  readonly onProgress?: (annotation: Annotation) => void;
  /** Ends the work before the next judgement, with what is known by then. */
  readonly signal?: AbortSignal;
};

/** Judges every action of the game that begins with `start`. */
export const annotateGame = async (
  start: Position,
  actions: readonly Action[],
  judge: Judge,
  { onProgress, signal }: AnnotateOptions = {},
): Promise<Annotation> => {
  const judgements = new Map<string, Judgement | null>();
  let annotation = annotate(start, actions, judgements);
  while (annotation.wanted !== null && signal?.aborted !== true) {
    judgements.set(annotation.wanted, await judge(parsePosition(annotation.wanted)));
    annotation = annotate(start, actions, judgements);
    onProgress?.(annotation);
  }
  return annotation;
};
