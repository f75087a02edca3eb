/** The ways to write targets that a config can name, and which one writes which head. */
import { check, exactly, fitting, Registry, record, type Schema, variant, withDefault } from '../../env/index.ts';
import type { Head } from '../heads/head.ts';
import { MIXED_VALUE } from './mixed-value.ts';
import { FINAL_BOARD, FINAL_LENGTH, FINAL_OUTCOME } from './played-targets.ts';
import { OPPONENT_POLICY, SEARCH_POLICY } from './policy-targets.ts';
import type { Target } from './target.ts';
import { VALUE_RETURNS } from './value-returns.ts';

/** The targets that settings can name. */
export const TARGETS: Registry<Target> = new Registry('target', [
  SEARCH_POLICY,
  MIXED_VALUE,
  VALUE_RETURNS,
  FINAL_OUTCOME,
  FINAL_LENGTH,
  FINAL_BOARD,
  OPPONENT_POLICY,
]);

/** A target by name with its options, as in `{ type: 'mixed', searchShare: 0.5 }`. */
export type TargetChoice = { readonly type: string; readonly [option: string]: unknown };
/** By head. */
export type TargetChoices = Readonly<Record<string, TargetChoice>>;

/** A target that is going to write a head's column. */
export type HeadTarget = {
  readonly head: Head;
  readonly target: Target;
  readonly options: Readonly<Record<string, unknown>>;
};

const targetsOf = ({ name }: Head): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    TARGETS.all
      .filter(({ head }) => head === name)
      .map((target) => [
        target.name,
        record({ type: withDefault(exactly(target.name), target.name), ...target.options }),
      ]),
  );

/** Which target writes each of these heads, as a config file says it; a head's own default where it does not. */
export const targetsSchema = (heads: readonly Head[]): Schema<TargetChoices> =>
  record(Object.fromEntries(heads.map((head) => [head.name, choiceOf(head)])), 'what each head is taught');

const choiceOf = (head: Head): Schema<TargetChoice> => {
  const known = targetsOf(head);
  if (Object.keys(known).length === 0)
    return fitting<TargetChoice>(() => false, 'a target, but none is registered for this head');
  const choice = variant<TargetChoice, object>('type', head.target, () => known, head.meaning);
  return Object.hasOwn(known, head.target) ? withDefault(choice, {}) : choice;
};

/** Checks choices that came from outside and fills in what they do not say; all problems in one error. */
export const parseTargets = (given: unknown, heads: readonly Head[]): TargetChoices =>
  check(targetsSchema(heads), given, 'targets');

/** The target that writes each head, in their order; the choices are checked. */
export const targetsFor = (heads: readonly Head[], choices: unknown = {}): readonly HeadTarget[] => {
  const checked = parseTargets(choices, heads);
  return heads.map((head) => {
    const { type, ...options } = checked[head.name];
    return { head, target: TARGETS.get(type), options };
  });
};
