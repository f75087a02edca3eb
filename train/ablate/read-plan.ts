/** Plans from files: JSON, or a module in JavaScript or TypeScript that makes one. */
import { resolve } from 'node:path';
import { InvalidInput, isRecord } from '../../env/index.ts';
import { importModule, readTextFile } from '../../fleet/index.ts';
import { type AblationPlan, checkPlan } from './plan.ts';

/** A module exports `plan`, or the plan alone as its default. */
export const readPlan = async (path: string): Promise<AblationPlan> => checkPlan(await readGiven(path), path);

const readGiven = async (path: string): Promise<unknown> => {
  if (/\.[cm]?[jt]s$/.test(path)) {
    const exported = await importModule(resolve(path), path);
    return exported.plan ?? exported.default ?? exported;
  }
  const written = readTextFile(path);
  let given: unknown;
  try {
    given = JSON.parse(written);
  } catch {
    // reported below
  }
  if (!isRecord(given)) throw new InvalidInput('plan', path, 'expected a JSON object, or a module that exports plan');
  return given;
};
