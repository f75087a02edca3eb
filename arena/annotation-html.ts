/** Annotated games as one HTML page: the viewer of reports with the curve of winning chances, and the moves with their marks. */
import {
  type AnnotatedAction,
  type Annotation,
  MARK_NAMES,
  MARKS,
  type Prospect,
  summariseAnnotation,
} from '../agents/index.ts';
import { type GameRecord, PLAYERS } from '../env/index.ts';
import { escapeHtml, htmlTable } from './html.ts';
import { REPORT_STYLE } from './report-html.ts';
import { renderViewer, VIEWER_SCRIPT, VIEWER_STYLE } from './report-viewer.ts';
import { shortNames } from './short-names.ts';

/** A game and what was said of it. */
export type AnnotatedGame = { readonly record: GameRecord; readonly annotation: Annotation };

/** What `renderAnnotations` is told. */
export type AnnotationPageOptions = {
  readonly title: string;
  /** What the judge is called. */
  readonly judge: string;
};

/** Annotated games as one HTML page that needs nothing else. */
export const renderAnnotations = (games: readonly AnnotatedGame[], { title, judge }: AnnotationPageOptions): string => {
  const short = shortNames(games.flatMap(({ record: { players } }) => [players.white, players.black]));
  const nameOf = (name: string): string => short.get(name) ?? name;
  const describe = ({ players }: GameRecord): string => `${nameOf(players.white)} – ${nameOf(players.black)}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${REPORT_STYLE}${VIEWER_STYLE}${STYLE}</style></head><body><main>
<h1>${escapeHtml(title)}</h1>
<p>Judged by ${escapeHtml(judge)}. An action loses what the player’s winning chance is lower after it than after the best one; ${MARK_WORDS}.</p>
${renderViewer(games.map(forViewer), describe, { beside: BESIDE, legend: 'White’s winning chance. Press the curve or a move, or use the arrow keys.' })}
<h2>Players</h2>${summaryTable(games, nameOf)}
</main><script>${SCRIPT}${VIEWER_SCRIPT}</script></body></html>
`;
};

const MARK_WORDS = MARKS.map(
  ({ name, sign, leastLoss }) => `${sign} ${name} from ${Math.round(100 * leastLoss)} % on`,
).join(', ');

/** The record with what the page shows of it as notes, instead of all that the arena noted. */
const forViewer = ({ record, annotation }: AnnotatedGame): GameRecord => ({
  ...record,
  notes: { whiteChances: annotation.whiteChances.map(rounded), moves: annotation.actions.map(describeAction) },
});

const rounded = (chance: number | null): number | null => (chance === null ? null : Math.round(chance * 1000) / 1000);

const percent = (share: number): string => `${Math.round(100 * share)} %`;

const describeProspect = ({ chance, proven }: Prospect): string =>
  proven === null ? percent(chance) : `${percent(chance)} (proven)`;

/** As short keys, since there is one for each action of each game: player, sign, loss, and a sentence. */
const describeAction = ({ player, move, verdict }: AnnotatedAction): object => {
  if (verdict === null) return { player, sign: '', loss: '', about: 'not judged' };
  const { before, after, loss, mark, best } = verdict;
  const sign = MARKS.find(({ name }) => name === mark)?.sign ?? '';
  const chances = `${player}’s winning chance ${describeProspect(before)} before, ${describeProspect(after)} after`;
  const about = best.move === move ? `the best action; expected ${best.line}` : `best was ${best.line}`;
  return { player, sign, mark, loss: loss < 0.005 ? '' : percent(loss), about: `${chances}; ${about}` };
};

const summaryTable = (games: readonly AnnotatedGame[], nameOf: (name: string) => string): string =>
  htmlTable(
    ['game', 'colour', 'player', 'average loss', ...MARK_NAMES.toReversed()],
    games.flatMap(({ record: { players }, annotation }, index) => {
      const summary = summariseAnnotation(annotation.actions);
      return PLAYERS.map((player) => {
        const { averageLoss, marks } = summary[player];
        return [
          String(index + 1),
          player,
          { short: nameOf(players[player]), whole: players[player] },
          averageLoss === null ? '–' : `${(100 * averageLoss).toFixed(1)} %`,
          ...MARK_NAMES.toReversed().map((name) => String(marks[name])),
        ];
      });
    }),
  );

const BESIDE = '<p id="verdict" aria-live="polite"></p><ol id="moves" aria-label="Moves"></ol>';

const STYLE = `
#verdict{min-height:4.5em;margin:.4rem 0;overflow-wrap:anywhere}#moves{display:flex;flex-wrap:wrap;gap:.25rem;max-height:17rem;margin:0;padding:0;overflow-y:auto;list-style:none}
#moves button{min-width:0;padding:.1rem .4rem;border:1px solid #8886;border-radius:6px;background:#fffdf6;color:#222;font:.85rem ui-monospace,monospace;cursor:pointer}
#moves .black button{background:#33363b;color:#f4f1e8}#moves b{margin-left:.15rem}#moves .inaccuracy b{color:#c08400}#moves .mistake b{color:#e0701a}#moves .blunder b{color:#e5484d}
#moves button[aria-current]{outline:3px solid #2f7fc1;outline-offset:-1px}`;

/** Runs before the viewer's own script, so that it hears of the first position. */
const SCRIPT = `
(() => {
  const element = (id) => document.getElementById(id);
  if (!element('games')) return;
  const games = JSON.parse(element('games').textContent);
  const viewer = element('viewer');
  let listed = -1;
  const list = (index) => {
    listed = index;
    element('moves').replaceChildren(...games[index].moves.map((move, at) => {
      const { player, sign, mark, loss } = games[index].notes.moves[at];
      const item = document.createElement('li'), button = document.createElement('button');
      item.className = player + ' ' + (mark || '');
      button.type = 'button';
      button.textContent = move;
      button.title = loss === '' ? '' : 'lost ' + loss;
      button.setAttribute('aria-label', player + ' ' + move + (mark ? ', ' + mark + ', lost ' + loss : ''));
      if (sign) { const strong = document.createElement('b'); strong.textContent = sign; button.append(strong); }
      button.onclick = () => viewer.dispatchEvent(new CustomEvent('go', { detail: at + 1 }));
      item.append(button);
      return item;
    }));
  };
  viewer.addEventListener('ply', ({ detail: { game, ply } }) => {
    if (game !== listed) list(game);
    const buttons = [...element('moves').querySelectorAll('button')];
    for (const [at, button] of buttons.entries()) {
      if (at === ply - 1) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    const box = element('moves'), current = buttons[ply - 1];
    if (current) box.scrollTop += current.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
    const said = ply ? games[game].notes.moves[ply - 1] : null;
    element('verdict').textContent = said === null ? '' : (said.mark ? said.sign + ' ' + said.mark + ', lost ' + said.loss + ': ' : '') + said.about + '.';
  });
})();`;
