// An engine for tests that misbehaves as its argument says. It speaks enough UGI to be asked for a move.
import { createInterface } from 'node:readline';

const fault = process.argv[2];
const say = (line) => process.stdout.write(`${line}\n`);
let fen = '';

// As many lines as the pipe takes, for ever.
const flood = () => {
  while (process.stdout.write(`${'info string '.padEnd(100, 'x')}\n`));
  process.stdout.once('drain', flood);
};

createInterface({ input: process.stdin }).on('line', (line) => {
  if (fault === 'silent') return;
  if (line === 'ugi') say('id name test\nugiok');
  if (line === 'isready') say('readyok');
  if (line.startsWith('position fen ')) fen = line.slice('position fen '.length);
  if (line === 'quit' && fault !== 'stubborn') process.exit(0);
  if (line === 'isready' && fault === 'eager') flood();
  if (!line.startsWith('go')) return;
  if (fault === 'crash') process.exit(3);
  if (fault === 'hang') return;
  if (fault === 'nonsense') say('bestmove hello');
  if (fault === 'illegal') say('bestmove E4xE5,pass');
  if (fault === 'half') say(`bestmove ${fen.includes(' 1 -') ? 'A1xA2' : 'pass'}`);
  if (fault === 'empty') say('bestmove');
  if (fault === 'flood') flood();
  if (fault === 'chatter') process.stdout.write('x'.repeat(3 << 20));
});
