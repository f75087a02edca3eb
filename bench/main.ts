/** `npm run bench [-- name …]`: seeded measurements. Ratios are of things measured side by side in one run. */
import { benchEngine } from './engine.ts';
import { benchEnv } from './env.ts';
import { benchSearch } from './search.ts';
import { benchSolving } from './solving.ts';

const BENCHES: Readonly<Record<string, () => void | Promise<void>>> = {
  engine: benchEngine,
  env: benchEnv,
  search: benchSearch,
  solving: benchSolving,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  process.stderr.write(`error: no bench named ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}\n`);
  process.exit(2);
}
for (const name of wanted.length > 0 ? wanted : Object.keys(BENCHES)) {
  process.stdout.write(`\n== ${name}\n`);
  await BENCHES[name]();
}
