/** Marks and losses as they are written wherever an annotated game is shown. */
import type { VNode } from 'preact';
import { MARKS, type MarkName } from '../../agents/annotation/marks.ts';

/** The annotators' sign of a mark; nothing where there is none. */
export const MarkSign = ({ mark }: { readonly mark: MarkName | null }): VNode | null =>
  mark === null ? null : <b class={`mark ${mark}`}>{MARKS.find(({ name }) => name === mark)!.sign}</b>;

export const percent = (share: number): string => `${Math.round(100 * share)}%`;
