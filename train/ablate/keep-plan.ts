/** The plan in an ablation's folder: what is there was made by it, so a folder keeps its plan. Only arms, seeds and matches may join. */
import { existsSync } from 'node:fs';
import { InvalidInput, isRecord, preview } from '../../env/index.ts';
import { makeFolder, readTextFile, writeAtomic } from '../../fleet/index.ts';
import { differences } from '../experiment/change-settings.ts';
import { planFile } from './ablation-files.ts';
import type { AblationPlan } from './plan.ts';

const FORMAT = 'tzaar-ablation-plan';
const VERSION = 1;

/** Writes it into a new folder, or sees that it fits the one that is there; the caller holds the lock. */
export const keepPlan = (out: string, plan: AblationPlan): void => {
  makeFolder(out);
  const file = planFile(out);
  if (existsSync(file)) {
    const changes = changesOf(readKept(out), plan);
    if (changes.length > 0)
      throw new InvalidInput(
        'folder',
        out,
        `it holds another plan: ${changes.join('; ')}; arms and seeds can be added, all else needs another --out`,
      );
  }
  writeAtomic(file, `${JSON.stringify({ format: FORMAT, version: VERSION, ...plan }, null, 2)}\n`);
};

/** In sentences, what was in a plan and is not, or is other now. What is only new among arms and seeds does not count. */
export const changesOf = (before: AblationPlan, after: AblationPlan): string[] => {
  const { seeds: seedsBefore, arms: armsBefore, ...restBefore } = withoutOpponents(before);
  const { seeds, arms, ...rest } = withoutOpponents(after);
  const gone = seedsBefore.filter((seed) => !seeds.includes(seed)).map((seed) => `seed ${seed} is missing now`);
  const changed = Object.entries(armsBefore).flatMap(([name, arm]) =>
    Object.hasOwn(arms, name) ? sentences(arm, arms[name], `arms.${name}`) : `arm ${name} is missing now`,
  );
  return [...sentences(restBefore, rest, ''), ...changed, ...gone];
};

/** Who meets whom may change: every match has its own folder. */
const withoutOpponents = ({
  match,
  ...rest
}: AblationPlan): Omit<AblationPlan, 'match'> & { readonly match: object } => {
  const { against: _against, ...played } = match;
  return { ...rest, match: played };
};

const sentences = (before: unknown, after: unknown, at: string): string[] =>
  Object.entries(differences(before, after, at)).map(
    ([path, now]) =>
      `${path.replace('.changes.', '.')} was ${preview(valueAt(before, path, at), 60)} and is ${preview(now, 60)}`,
  );

const valueAt = (tree: unknown, path: string, at: string): unknown =>
  path
    .slice(at === '' ? 0 : at.length + 1)
    .split('.')
    .filter((key) => key !== '')
    .reduce((part: unknown, key) => (isRecord(part) ? part[key] : undefined), tree) ?? null;

const readKept = (out: string): AblationPlan => {
  let kept: unknown;
  try {
    kept = JSON.parse(readTextFile(planFile(out)));
  } catch (error) {
    if (error instanceof InvalidInput) throw error;
    // reported below
  }
  if (!isRecord(kept) || kept.format !== FORMAT || kept.version !== VERSION || !isRecord(kept.arms))
    throw new InvalidInput('folder', out, `its plan.json is not that of an ablation of version ${VERSION}`);
  const { format: _format, version: _version, ...plan } = kept;
  return plan as unknown as AblationPlan; // written here
};
