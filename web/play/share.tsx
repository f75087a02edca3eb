/** The dialog for texts: take the position, the game or a link away, or bring one in. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { InvalidInput } from '../../env/index.ts';
import { Dialog } from './dialog.tsx';
import type { Game } from './game.ts';
import { type ReadGame, readGames } from './game-text.ts';

export type ShareProps = {
  readonly link: string;
  readonly positionLink: string;
  readonly position: string;
  /** The game as one line of JSON. */
  readonly record: string;
  readonly onLoad: (game: Game) => void;
  readonly onClose: () => void;
};

export const Share = ({ link, positionLink, position, record, onLoad, onClose }: ShareProps): VNode => (
  <Dialog title="Import and export" onClose={onClose}>
    <h3>Take away</h3>
    <Copied label="Link to this game" text={link} />
    <Copied label="Link to this position" text={positionLink} />
    <Copied label="Position" text={position} />
    <Copied label="Game record (JSON)" text={record} download="tzaar-game.jsonl" />
    <h3>Bring in</h3>
    <Import onLoad={onLoad} />
  </Dialog>
);

const Copied = ({ label, text, download }: { label: string; text: string; download?: string }): VNode => {
  const [note, setNote] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setNote('copied');
    } catch {
      setNote('select the text and copy it yourself: this page may not');
    }
  };
  return (
    <div class="copied">
      <label class="field">
        {label}
        <input type="text" readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" onClick={copy}>
        Copy
      </button>
      {download !== undefined && (
        <a class="button" download={download} href={`data:application/jsonl,${encodeURIComponent(`${text}\n`)}`}>
          Save
        </a>
      )}
      <small role="status">{note}</small>
    </div>
  );
};

const Import = ({ onLoad }: Pick<ShareProps, 'onLoad'>): VNode => {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const [games, setGames] = useState<readonly ReadGame[]>([]);
  /** Says what is wrong with what was given, and lets everything else pass. */
  const attempt = (action: () => void): void => {
    setProblem('');
    try {
      action();
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      setProblem(error.message);
    }
  };
  const read = (given: string): void => {
    setGames([]);
    attempt(() => {
      const found = readGames(given);
      if (found.length === 1) onLoad(found[0].open());
      else setGames(found);
    });
  };
  const openFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    read(await file.text());
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        read(text);
      }}
    >
      <label class="field">
        A position, or game records, one a line
        <textarea
          rows={4}
          spellcheck={false}
          value={text}
          aria-invalid={problem !== ''}
          aria-describedby="import-problem"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <p id="import-problem" class="problem" role="alert">
        {problem}
      </p>
      {games.length > 0 && (
        <fieldset class="games">
          <legend>{games.length} games: which one?</legend>
          {games.map(({ title, open }, index) => (
            <button key={`${index} ${title}`} type="button" class="plain" onClick={() => attempt(() => onLoad(open()))}>
              {index + 1}. {title}
            </button>
          ))}
        </fieldset>
      )}
      <footer>
        <label class="button">
          Open a file…
          <input
            type="file"
            class="hidden"
            accept=".json,.jsonl,.txt"
            onChange={(event) => openFile(event.currentTarget.files?.[0])}
          />
        </label>
        <button type="submit" class="primary" disabled={text.trim() === ''}>
          Load
        </button>
      </footer>
    </form>
  );
};
