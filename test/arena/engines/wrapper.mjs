// An engine behind a wrapper: starts a program that burns a core for ever, says its number, and answers like engine.mjs.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

const burner = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
const inner = spawn(process.execPath, [new URL('./engine.mjs', import.meta.url).pathname, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
if (process.env.PIDS_FILE) appendFileSync(process.env.PIDS_FILE, ` ${process.pid} ${burner.pid} ${inner.pid}`);
process.stdout.write(`info string ${process.pid} ${burner.pid} ${inner.pid}\n`);
inner.on('exit', () => process.exit(0));
