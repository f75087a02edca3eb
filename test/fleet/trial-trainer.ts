/** `trial-training.ts` as a process, which can be killed: its settings come as JSON. */
import { trainTrial } from './trial-training.ts';

await trainTrial(JSON.parse(process.argv[2]), (line) => void process.stderr.write(`${line}\n`));
process.exit(0);
