/**
 * A program: what a network, its loss or its optimiser computes, as a graph of values that no engine has run yet.
 * Written once with the constructors of `operations.ts`, read by several engines: tfjs computes it, the ONNX writer
 * writes it down, and `gradients.ts` makes a program of its derivatives out of it.
 */

/** Sizes without the batch: `[60, 64]` is 64 channels over the points, `[]` a single number. */
export type Dims = readonly number[];

/** How a parameter begins. `he`: normal with variance 2 / fan-in, times `gain`. */
export type Initial =
  | { readonly type: 'he'; readonly fanIn: number; readonly gain: number }
  | { readonly type: 'fill'; readonly value: number };

/**
 * Which seven points feed a point, itself first. `hex`: the six next to it. `ray`: the six first stacks it sees, from one
 * stack to another only. `stack`: the same, but while pieces are being placed every point counts as a stack, so that
 * empty points are of no use to anybody and can be left out. All are mutual: if q is p's neighbour in a direction, p is
 * q's in the opposite one. That makes the gradient a gather too, by the opposite direction, where a scatter would be slow
 * or missing.
 */
export const NEIGHBOURHOODS = ['hex', 'ray', 'stack'] as const;
/** What a layer gathers for each point: neighbours on the board, or the first stacks in sight. */
export type Neighbourhood = (typeof NEIGHBOURHOODS)[number];
/** Those that differ from position to position, and so need a table besides the observation. */
export type Sight = Exclude<Neighbourhood, 'hex'>;
/** A point itself and its six neighbours. */
export const NEIGHBOURHOOD_SIZE = 7;

/** One result of an operation. `batched` values have one more leading dimension, the samples. */
export type Value = {
  readonly dims: Dims;
  readonly batched: boolean;
  readonly operation: Operation;
};

export type Operation =
  // Where numbers come from.
  | { readonly type: 'input'; readonly name: string }
  | { readonly type: 'parameter'; readonly name: string; readonly initial: Initial }
  | { readonly type: 'constant'; readonly data: Float32Array }
  // Networks.
  | { readonly type: 'dense'; readonly x: Value; readonly weights: Value; readonly bias: Value | null }
  | {
      readonly type: 'neighbour-dense';
      readonly x: Value;
      readonly weights: Value;
      readonly bias: Value | null;
      readonly neighbourhood: Neighbourhood;
    }
  | { readonly type: 'relu'; readonly x: Value }
  | { readonly type: 'mask-points'; readonly x: Value; readonly by: Value }
  | { readonly type: 'sum-points'; readonly x: Value }
  | { readonly type: 'reshape'; readonly x: Value }
  | { readonly type: 'concat'; readonly parts: readonly Value[] }
  // Arithmetic; the second operand may be smaller (see `operations.ts`).
  | { readonly type: 'add' | 'subtract' | 'multiply' | 'divide' | 'minimum'; readonly a: Value; readonly b: Value }
  | { readonly type: 'scale'; readonly x: Value; readonly factor: number }
  | { readonly type: 'sqrt'; readonly x: Value }
  | { readonly type: 'sum-squares'; readonly x: Value }
  // Losses, one number a sample.
  | { readonly type: 'softmax-loss'; readonly logits: Value; readonly target: Value; readonly mask: Value | null }
  | { readonly type: 'logistic-loss'; readonly logits: Value; readonly target: Value }
  | { readonly type: 'squared-loss'; readonly x: Value; readonly target: Value }
  | { readonly type: 'weighted-sum'; readonly x: Value; readonly weights: Value }
  // What only derivatives need.
  | { readonly type: 'dense-transposed'; readonly x: Value; readonly weights: Value }
  | { readonly type: 'reversed-weights'; readonly weights: Value }
  | { readonly type: 'outer'; readonly x: Value; readonly y: Value }
  | {
      readonly type: 'neighbour-outer';
      readonly x: Value;
      readonly y: Value;
      readonly neighbourhood: Neighbourhood;
    }
  | { readonly type: 'sum-rows'; readonly x: Value }
  | { readonly type: 'spread-points'; readonly x: Value }
  | { readonly type: 'slice'; readonly x: Value; readonly from: number }
  | { readonly type: 'gate'; readonly x: Value; readonly by: Value }
  | { readonly type: 'scale-samples'; readonly x: Value; readonly by: Value }
  | { readonly type: 'softmax-loss-slope'; readonly logits: Value; readonly target: Value; readonly mask: Value | null }
  | { readonly type: 'logistic-loss-slope'; readonly logits: Value; readonly target: Value }
  | { readonly type: 'squared-loss-slope'; readonly x: Value; readonly target: Value };

/** Numbers in a value, or in one sample of it. */
export const sizeOf = (dims: Dims): number => dims.reduce((size, dim) => size * dim, 1);

/** The values an operation reads, in the order of its fields. */
export const operandsOf = ({ operation }: Value): readonly Value[] =>
  Object.values(operation).flatMap((field: unknown) => (Array.isArray(field) ? field : [field]).filter(isValue));

/** Every value that `results` need, each after what it reads. The order is the same in every run. */
export const inOrder = (results: readonly Value[]): readonly Value[] => {
  const seen = new Set<Value>();
  const order: Value[] = [];
  const visit = (value: Value): void => {
    if (seen.has(value)) return;
    seen.add(value);
    operandsOf(value).forEach(visit);
    order.push(value);
  };
  results.forEach(visit);
  return order;
};

/** How a program looks along lines, if it does: it then needs the table of sights besides its inputs. */
export const sightOf = (results: readonly Value[]): Sight | null => {
  const sights = new Set<Sight>();
  for (const { operation } of inOrder(results)) {
    if ('neighbourhood' in operation && operation.neighbourhood !== 'hex') sights.add(operation.neighbourhood);
  }
  if (sights.size > 1) throw new Error(`a network looks in one way: ${[...sights].join(' or ')}`);
  const [sight = null] = sights;
  return sight;
};

const isValue = (field: unknown): field is Value =>
  typeof field === 'object' && field !== null && 'operation' in field && 'dims' in field;
