/** `npm run bench [-- name …]`: seeded measurements. Ratios are of things measured side by side in one run. */
import { benchAlphaBeta } from './alphabeta.ts';
import { benchCompare } from './compare.ts';
import { benchEngine } from './engine.ts';
import { benchEnv } from './env.ts';
import { benchFleet } from './fleet.ts';
import { benchForecast } from './forecast.ts';
import { benchImports } from './imports.ts';
import { benchLearning } from './learning.ts';
import { benchNetwork } from './network.ts';
import { benchPage } from './page.ts';
import { benchProving } from './proving.ts';
import { benchSearch } from './search.ts';
import { benchSelfPlay } from './selfplay.ts';
import { benchSolving } from './solving.ts';
import { benchSpeed } from './speed.ts';

const BENCHES: Readonly<Record<string, () => void | Promise<void>>> = {
  engine: benchEngine,
  env: benchEnv,
  alphabeta: benchAlphaBeta,
  search: benchSearch,
  imports: benchImports,
  selfplay: benchSelfPlay,
  network: benchNetwork,
  learning: benchLearning,
  speed: benchSpeed,
  forecast: benchForecast,
  solving: benchSolving,
  proving: benchProving,
  page: benchPage,
  fleet: benchFleet,
};

const wanted = process.argv.slice(2);
if (wanted[0] === 'compare') {
  benchCompare(wanted[1] ?? '', wanted.slice(2));
  process.exit();
}
const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  process.stderr.write(`error: no bench named ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}\n`);
  process.exit(2);
}
for (const name of wanted.length > 0 ? wanted : Object.keys(BENCHES)) {
  process.stdout.write(`\n== ${name}\n`);
  await BENCHES[name]();
}
