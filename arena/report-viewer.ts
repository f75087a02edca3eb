/**
 * The part of a report that runs in the reader's browser: replays a recorded game move by move. It only moves stacks as
 * the texts say, since the records were checked when they were made, so it needs none of the rules. One on a page.
 *
 * Scripts that add to it run before it. Its element tells them by an event `ply`, with the number of the `game` and the `ply`
 * on view, and takes an event `go` with a ply. Records whose notes have `whiteChances`, one for each position, get one curve
 * of these; others get what the agents expected, from the notes that the arena makes.
 */
import type { GameRecord } from '../env/index.ts';
import { escapeHtml } from './html.ts';

/** What `renderViewer` may be told. */
export type ViewerOptions = {
  /** HTML to stand below the curve. */
  readonly beside?: string;
  /** HTML that explains the curve. */
  readonly legend?: string;
};

const LEGEND =
  'What the search expected: <b class="white">white</b> and <b class="black">black</b>, up is good for white.';

/** The games to choose from, and the board; `VIEWER_STYLE` and `VIEWER_SCRIPT` go with it. */
export const renderViewer = (
  records: readonly GameRecord[],
  describe: (record: GameRecord) => string = ({ players }) => `${players.white} – ${players.black}`,
  { beside = '', legend = LEGEND }: ViewerOptions = {},
): string => {
  if (records.length === 0) return '<p>No games yet.</p>';
  const options = records.map((record, index) => {
    const { result, moves } = record;
    const end = result === null ? 'unfinished' : `${result.winner} wins (${result.reason})`;
    return `<option value="${index}">${escapeHtml(`${index + 1}. ${describe(record)}: ${end}, ${moves.length} actions`)}</option>`;
  });
  const data = JSON.stringify(
    records.map(({ start, moves, players, result, notes }) => ({ start, moves, players, result, notes })),
  );
  const button = (go: string, sign: string, label: string): string =>
    `<button type="button" data-go="${go}" aria-label="${label}" title="${label}">${sign}</button>`;
  return `<div id="viewer"><select id="game" aria-label="Game">${options.join('')}</select>
<div id="board"></div>
<div id="side"><div id="controls">${button('first', '«', 'to the start')}${button('back', '‹', 'one action back')}${button('play', '▶', 'play or pause')}${button('on', '›', 'one action on')}${button('last', '»', 'to the end')}
<input id="ply" type="range" min="0" value="0" aria-label="Action"></div><p><output id="move"></output></p>
<svg id="curve" viewBox="0 0 600 120" role="img" aria-label="What the agents expected"></svg>
<p id="legend">${legend}</p>${beside}</div></div>
<script type="application/json" id="games">${data.replace(/</g, '\\u003c')}</script>`;
};

/** The style of the board that `renderViewer` draws. */
export const VIEWER_STYLE = `
#viewer{display:grid;grid-template-columns:minmax(0,30rem) minmax(14rem,1fr);gap:.8rem 1.5rem;align-items:start}#game{grid-column:1/-1;max-width:100%;font:inherit;padding:.3rem}
#controls{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center}#controls input{flex:1 1 100%;min-width:0}#board svg{width:100%;display:block}#curve{width:100%;display:block;cursor:pointer}
#viewer button{font:inherit;min-width:2.6rem;padding:.3rem .6rem}#legend{font-size:.85em;opacity:.8}#legend .white{color:#c8642a}#legend .black{color:#2f7fc1}
@media (max-width:40rem){#viewer{grid-template-columns:minmax(0,1fr)}}`;

/** The script of the board that `renderViewer` draws. */
export const VIEWER_SCRIPT = `
(() => {
  const element = (id) => document.getElementById(id);
  if (!element('games')) return;
  const games = JSON.parse(element('games').textContent);
  const sizes = [5, 6, 7, 8, 8, 8, 7, 6, 5];
  const names = sizes.flatMap((size, c) => Array.from({ length: size }, (_, i) => 'ABCDEFGHI'[c] + (i + 1)));
  const place = (name) => {
    const c = name.charCodeAt(0) - 65, rank = Number(name.slice(1)), q = c - 4;
    const y = q === 0 && rank > 4 ? rank + 1 : rank, r = y - 5 - Math.min(q, 0);
    return [250 + q * 50, 262 - (r + q / 2) * 56];
  };
  const read = (text) => {
    const stacks = {}; let at = 0;
    for (const column of text.split(' ')[0].split('/'))
      for (const [, letter, height] of column.matchAll(/([.a-z])(\\d*)/gi)) {
        if (letter !== '.') stacks[names[at]] = { letter, height: Number(height || 1) };
        at++;
      }
    return stacks;
  };
  const positionsOf = (game) => {
    const all = [read(game.start)]; let placed = 0;
    for (const move of game.moves) {
      const now = { ...all[all.length - 1] };
      const [, from, sign, to] = /^(..)([x+])(..)$/.exec(move) || [];
      const put = /^(.)@(..)$/.exec(move);
      if (from) { now[to] = { letter: now[from].letter, height: now[from].height + (sign === '+' ? now[to].height : 0) }; delete now[from]; }
      if (put) now[put[2]] = { letter: placed++ % 2 ? put[1].toLowerCase() : put[1], height: 1 };
      all.push(now);
    }
    return all;
  };
  const draw = (stacks, move) => {
    const dots = names.map((name) => {
      const [x, y] = place(name), stack = stacks[name], hot = move && move.includes(name) ? ' stroke="#1d5fa8" stroke-width="4"' : ' stroke="#8c8064"';
      if (!stack) return '<circle cx="' + x + '" cy="' + y + '" r="4" fill="#a08e68"' + (move && move.includes(name) ? hot : '') + '/>';
      const white = stack.letter < 'a', kind = 'ZAT'.indexOf(stack.letter.toUpperCase()), mark = white ? '#b3541e' : '#f0b429';
      return '<circle cx="' + x + '" cy="' + y + '" r="21" fill="' + (white ? '#fffdf6' : '#33363b') + '"' + hot + '/>' +
        (kind === 0 ? '<circle cx="' + x + '" cy="' + y + '" r="13" fill="none" stroke="' + mark + '" stroke-width="3"/>' : '') +
        (kind < 2 ? '<circle cx="' + x + '" cy="' + y + '" r="6" fill="' + mark + '"/>' : '') +
        (stack.height > 1 ? '<circle cx="' + (x + 17) + '" cy="' + (y - 16) + '" r="10" fill="#1d5fa8"/><text x="' + (x + 17) + '" y="' + (y - 11) + '" fill="#fff" font-size="13" text-anchor="middle">' + stack.height + '</text>' : '');
    });
    return '<svg viewBox="0 0 500 530" role="img" aria-label="Board"><rect width="500" height="530" rx="14" fill="#e9dfc7"/><g stroke="#a08e68" stroke-width="2">' + lines + '</g>' + dots.join('') + '</svg>';
  };
  const lines = names.flatMap((one, i) => names.slice(i + 1).flatMap((other) => {
    const [x, y] = place(one), [toX, toY] = place(other);
    return Math.hypot(toX - x, toY - y) < 60 ? '<path d="M' + x + ' ' + y + 'L' + toX + ' ' + toY + '"/>' : [];
  })).join('');
  let game, positions, ply, timer;
  const moverAt = (game, at) => { // 0 white, 1 black, derived from the moves alone
    const placements = game.moves.filter((move) => move.includes('@')).length;
    if (at < placements) return at % 2;
    const [, mover, step, phase] = game.start.split(' ');
    if (phase === '-') return ((mover === 'b' ? 1 : 0) + Math.floor((at + Number(step) - 1) / 2)) % 2;
    return at === placements ? 0 : (1 + Math.floor((at - placements - 1) / 2)) % 2;
  };
  const now = () => '<line x1="' + (600 * ply) / Math.max(1, game.moves.length) + '" x2="' + (600 * ply) / Math.max(1, game.moves.length) + '" y1="0" y2="120" stroke="#d9771a" stroke-width="2"/>';
  const chanceCurve = (chances) => {
    const points = chances.flatMap((chance, i) => chance === null ? [] : [((600 * i) / Math.max(1, chances.length - 1)).toFixed(1) + ',' + (120 - 120 * chance).toFixed(1)]);
    if (points.length === 0) return '';
    const ends = [points[0], points[points.length - 1]].map((point) => point.split(',')[0]);
    return '<rect x="' + ends[0] + '" width="' + (ends[1] - ends[0]) + '" height="120" fill="#33363b"/><polygon fill="#fffdf6" points="' + ends[0] + ',120 ' + points.join(' ') + ' ' + ends[1] + ',120"/>' +
      '<line x1="0" x2="600" y1="60" y2="60" stroke="#888" stroke-dasharray="4 5"/><polyline fill="none" stroke="#2f7fc1" stroke-width="2" points="' + points.join(' ') + '"/>';
  };
  const curve = () => {
    const chances = game.notes && game.notes.whiteChances;
    if (chances) { element('curve').innerHTML = chanceCurve(chances) + now(); return; }
    const values = (game.notes && game.notes.values) || [], skip = game.moves.length - values.length;
    const line = (player, colour) => {
      const points = values.flatMap((value, i) => value === null || moverAt(game, i + skip) !== player ? [] : [[(600 * (i + skip)) / game.moves.length, 60 - 55 * (player ? -value : value)]]);
      return '<polyline fill="none" stroke="' + colour + '" stroke-width="2" points="' + points.map((p) => p.map((n) => n.toFixed(1)).join()).join(' ') + '"/>';
    };
    element('curve').innerHTML = '<line x1="0" x2="600" y1="60" y2="60" stroke="#8888"/>' + line(0, '#c8642a') + line(1, '#2f7fc1') + now();
  };
  const show = (at) => {
    ply = Math.max(0, Math.min(game.moves.length, at));
    element('ply').value = ply;
    const by = ply ? (moverAt(game, ply - 1) ? 'black' : 'white') + ' played ' + game.moves[ply - 1] : 'the start';
    const end = ply === game.moves.length && game.result ? '; ' + game.result.winner + ' wins (' + game.result.reason + ')' : '';
    element('move').textContent = ply + ' of ' + game.moves.length + ': ' + by + end;
    element('board').innerHTML = draw(positions[ply], ply ? game.moves[ply - 1] : '');
    curve();
    element('viewer').dispatchEvent(new CustomEvent('ply', { detail: { game: games.indexOf(game), ply } }));
  };
  const stop = () => { clearInterval(timer); timer = 0; document.querySelector('[data-go=play]').textContent = '▶'; };
  const start = () => {
    if (ply === game.moves.length) show(0);
    document.querySelector('[data-go=play]').textContent = '❚❚';
    timer = setInterval(() => { show(ply + 1); if (ply === game.moves.length) stop(); }, 700);
  };
  const open = (index) => { game = games[index]; positions = positionsOf(game); element('ply').max = game.moves.length; show(0); };
  element('game').onchange = (event) => { stop(); open(Number(event.target.value)); };
  element('ply').oninput = (event) => { stop(); show(Number(event.target.value)); };
  element('viewer').addEventListener('go', (event) => { stop(); show(event.detail); });
  element('curve').onclick = (event) => {
    const box = element('curve').getBoundingClientRect();
    stop();
    show(Math.round(((event.clientX - box.left) / box.width) * game.moves.length));
  };
  document.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey || event.target.closest('input, select, textarea')) return;
    event.preventDefault();
    stop();
    show(ply + step);
  });
  const go = { first: () => show(0), back: () => show(ply - 1), on: () => show(ply + 1), last: () => show(1e9) };
  for (const button of document.querySelectorAll('[data-go]')) button.onclick = () => {
    const was = timer;
    stop();
    if (button.dataset.go !== 'play') go[button.dataset.go]();
    else if (!was) start();
  };
  if (games.length) open(0);
})();`;
