/** Every action of the game, a row a turn; pressing one shows the position after it. Also the buttons to replay. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Annotation, Verdict } from '../../agents/annotation/annotate.ts';
import { PLAYERS } from '../../env/index.ts';
import { ActionButton } from './action-button.tsx';
import type { PlayedStep } from './game.ts';
import { Icon } from './icons.tsx';
import { MarkSign, percent } from './mark-sign.tsx';

export type MoveListProps = {
  readonly steps: readonly PlayedStep[];
  readonly shown: number;
  /** What is said of the actions, where the game is annotated. */
  readonly annotation?: Annotation | null;
  readonly onShow: (ply: number) => void;
};

const REPLAY_MS = 900;

export const MoveList = ({ steps, shown, annotation, onShow }: MoveListProps): VNode => {
  const current = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const [box, item] = [list.current, current.current];
    if (box === null || item === null) return;
    // Not scrollIntoView, which would scroll the whole page on a phone.
    if (item.offsetTop < box.scrollTop || item.offsetTop + item.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = item.offsetTop - box.clientHeight / 2;
    }
  }, [shown]);
  const verdictOf = ({ ply }: PlayedStep): Verdict | null => annotation?.actions[ply - 1]?.verdict ?? null;
  return (
    <section class="panel moves" aria-label="Moves">
      <ReplayButtons shown={shown} last={steps.length} onShow={onShow} />
      {steps.length === 0 ? (
        <p class="quiet">No moves yet.</p>
      ) : (
        <ol ref={list}>
          {turnsOf(steps).map((turn) => (
            <li key={turn[0].ply} class={PLAYERS[turn[0].mover]}>
              {turn.map((step) => (
                <button
                  key={step.ply}
                  type="button"
                  ref={step.ply === shown ? current : null}
                  aria-current={step.ply === shown ? 'true' : undefined}
                  aria-label={`${PLAYERS[step.mover]} ${step.text}${sayMark(verdictOf(step))}`}
                  onClick={() => onShow(step.ply)}
                >
                  {step.text}
                  <MarkSign mark={verdictOf(step)?.mark ?? null} />
                </button>
              ))}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
};

const sayMark = (verdict: Verdict | null): string =>
  verdict === null || verdict.mark === null ? '' : `, ${verdict.mark}, lost ${percent(verdict.loss)}`;

const turnsOf = (steps: readonly PlayedStep[]): (readonly PlayedStep[])[] => {
  const turns: PlayedStep[][] = [];
  for (const step of steps) {
    const turn = turns.at(-1);
    if (turn !== undefined && turn[0].mover === step.mover && step.step === 1) turn.push(step);
    else turns.push([step]);
  }
  return turns;
};

const ReplayButtons = ({
  shown,
  last,
  onShow,
}: {
  shown: number;
  last: number;
  onShow: (ply: number) => void;
}): VNode => {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return;
    if (shown >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => onShow(shown + 1), REPLAY_MS);
    return () => clearTimeout(timer);
  }, [playing, shown, last, onShow]);
  const go = (ply: number) => () => {
    setPlaying(false);
    onShow(ply);
  };
  return (
    <fieldset class="replay" aria-label="Replay">
      <ActionButton label="First position" can={shown > 0} onClick={go(0)}>
        <Icon name="first" />
      </ActionButton>
      <ActionButton label="Back" can={shown > 0} onClick={go(shown - 1)}>
        <Icon name="back" />
      </ActionButton>
      <ActionButton
        label={playing ? 'Pause replay' : 'Replay from here'}
        can={last > 0}
        onClick={() => {
          if (!playing && shown === last) onShow(0);
          setPlaying(!playing);
        }}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </ActionButton>
      <ActionButton label="Forward" can={shown < last} onClick={go(shown + 1)}>
        <Icon name="forward" />
      </ActionButton>
      <ActionButton label="Last position" can={shown < last} onClick={go(last)}>
        <Icon name="last" />
      </ActionButton>
      <span class="quiet">
        {shown} / {last}
      </span>
    </fieldset>
  );
};
