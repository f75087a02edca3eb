/** Many rounds of `chaos.ts`: `npm run chaos -- 1000 [FIRST_SEED]`. Ends with 1 as soon as a job was lost, or accepted twice. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChaos } from './chaos.ts';

process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'tzaar-chaos-'));
const [rounds = 50, first = 1] = process.argv.slice(2).map(Number);
const chaos = await openChaos();
const counts = new Map<string, { rounds: number; again: number }>();
let isGood = true;
for (let seed = first; seed < first + rounds && isGood; seed++) {
  const start = performance.now();
  const { fault, accepted, wrong, twice, missing, begun } = await chaos.round(seed);
  isGood = wrong.length + twice.length + missing.length === 0;
  const { rounds: before, again } = counts.get(fault) ?? { rounds: 0, again: 0 };
  counts.set(fault, { rounds: before + 1, again: again + begun - accepted });
  const faults = isGood ? '' : ` WRONG ${wrong.join(', ')} TWICE ${twice.join(', ')} MISSING ${missing.join(', ')}`;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${seed} ${fault}: ${accepted} accepted, ${begun} begun, ${seconds} s${faults}`);
}
await chaos.close();
for (const [fault, { rounds: times, again }] of counts)
  console.log(`${fault}: ${times} rounds, ${again} jobs begun again`);
console.log(isGood ? 'none lost, none accepted twice' : 'FAILED, see above');
process.exit(isGood ? 0 : 1);
