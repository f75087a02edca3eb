/** How many stacks of each kind both sides have: whoever loses the last of a kind loses the game. */
import type { VNode } from 'preact';
import { BOTH_PLAYERS, KIND_COUNT, KINDS, PIECES_OF_KIND, PLACEMENT, PLAYERS, type Position } from '../../env/index.ts';
import { capital } from './game.ts';
import { PieceIcon } from './stack.tsx';

export const Stock = ({ position, names }: { position: Position; names: readonly [string, string] }): VNode => {
  const placing = position.phase === PLACEMENT;
  return (
    <section class="panel stock" aria-label={placing ? 'Pieces to place' : 'Stacks left'}>
      <table>
        <caption>{placing ? 'Still to place' : 'Stacks left: who runs out of one kind loses'}</caption>
        <tbody>
          {BOTH_PLAYERS.map((player) => (
            <tr key={player} class={position.mover === player ? 'mover' : undefined}>
              <th scope="row">
                {capital(PLAYERS[player])}
                <small>{names[player]}</small>
              </th>
              {KINDS.map((name, kind) => {
                const standing = position.counts[player * KIND_COUNT + kind];
                const count = placing ? PIECES_OF_KIND[kind] - standing : standing;
                const danger = placing ? '' : count === 0 ? ' lost' : count === 1 ? ' last' : count === 2 ? ' few' : '';
                const note = count === 1 && !placing ? ', the last one' : '';
                return (
                  <td key={name} class={`count${danger}`} title={`${count} ${name}${count === 1 ? '' : 's'}${note}`}>
                    <PieceIcon player={player} kind={kind} size={26} />
                    <span class="hidden">{name}</span>
                    <b>{count}</b>
                    {danger === ' last' && <em>last!</em>}
                    {danger === ' lost' && <em>none</em>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
