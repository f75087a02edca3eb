/**
 * One thing that a network is asked: what it answers, how the answer is judged, and how what it should have said is kept.
 * Networks, losses, batches and shards are all made from the table of heads; nothing else knows one by its name.
 */
import type { Symmetry } from '../../env/index.ts';
import type { Dims, Neighbourhood, Value } from '../program/value.ts';
import type { Column, ColumnShape } from './column.ts';

/** What a head may look at. */
export type HeadView = {
  readonly observation: Value; // [B, 60, PLANE_COUNT] the planes as they are
  readonly features: Value; // [B, 60, C] what the trunk makes of each point
  readonly hidden: Value; // [B, 64] the whole board in a few numbers
  readonly moveReads?: Neighbourhood; // where the trunk says so: what moves are judged by besides their origin
};

/** What a network is asked: an output, its loss, and the column that it learns from. */
export type Head = {
  readonly name: string;
  /** What is asked, for people. */
  readonly meaning: string;
  /** A program whose parameters are called by names that begin with the head's own. */
  output(view: HeadView): Value;
  /** One number a sample; `mask` `[541]` is 1 for each legal action. An unknown target must cost 0. */
  loss(output: Value, target: Value, mask: Value): Value;
  /** What its loss is counted in. */
  readonly unit: string;
  /** How much its loss counts unless a config says otherwise. */
  readonly weight: number;
  /** The numbers that its loss compares with, for one sample. */
  readonly dims: Dims;
  /** How they are kept: close together, and for the position as it was played. */
  readonly column: ColumnShape;
  /** From a row of the column to those numbers, for the position turned by `symmetry`; `out` is all 0 beforehand. */
  read(row: Column, symmetry: Symmetry, out: Float32Array): void;
  /** The target that writes the column unless a config says otherwise. */
  readonly target: string;
};
