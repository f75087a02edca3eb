import { beforeAll, describe, expect, test } from 'vitest';
import { type Findings, findOut } from '../../../arena/index.ts';
import { SETUPS } from '../../../env/index.ts';
import { UniformEvaluator } from '../../../models/index.ts';
import { FINDINGS_MARK, type FindingsFacts, findingsDocument } from '../../../train/index.ts';
import { randomRecord } from '../../support/finding-games.ts';

const FACTS: FindingsFacts = {
  model: 'nobody',
  network: '0123456789abcdef',
  sims: 16,
  hasLearntPlacement: true,
  commands: { findings: 'tzaar findings', games: ['tzaar match'], search: 'tzaar analyse' },
};
const PAIRS = 4;
const records = SETUPS.flatMap((setup) =>
  Array.from({ length: 2 * PAIRS }, (_, index) => randomRecord(setup, index >> 1, index % 2)),
);
const OPTIONS = { evaluator: new UniformEvaluator(), seed: 1, searchSims: 50 };

let findings: Findings;
beforeAll(async () => {
  findings = await findOut(records, OPTIONS);
});

const textOf = (changes: Partial<Findings>, facts: Partial<FindingsFacts> = {}): string =>
  findingsDocument({ ...findings, ...changes }, { ...FACTS, ...facts }, 'findings').markdown;

describe('the document', () => {
  test('has a section for each finding, the commands, and no number that is none', () => {
    const text = textOf({});
    expect(text.startsWith(FINDINGS_MARK)).toBe(true);
    expect(text.match(/^## /gm)).toHaveLength(6);
    for (const command of ['tzaar findings', 'tzaar match', 'tzaar analyse'])
      expect(text).toContain(`    ${command}\n`);
    expect(text).toContain('`0123456789abcdef`');
    expect(text).toContain(`played ${3 * 2 * PAIRS} games against itself, with 16 simulations`);
    expect(text).not.toMatch(/NaN|undefined|null|Infinity|-\d/);
  });

  test('shows every picture once, under its own name', () => {
    const { markdown, pictures } = findingsDocument(findings, FACTS, 'other');
    const shown = Array.from(markdown.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g), ([, path]) => path);
    expect(shown).toEqual(pictures.map(({ name }) => name));
    expect(shown).toContain('images/other-balance.svg');
    for (const { svg } of pictures) {
      expect(svg.startsWith(`<svg xmlns="http://www.w3.org/2000/svg" `)).toBe(true);
      expect(svg).toMatch(/^<svg [^>]*><title>[^<]+<\/title>/); // what a reader who cannot see it gets
      expect(svg.endsWith('</svg>\n')).toBe(true);
      expect(svg.match(/<svg /g)!.length).toBe(svg.match(/<\/svg>/g)!.length);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  test('is the same whatever the order of the games', async () => {
    const shuffled = records.toReversed();
    expect(await findOut(shuffled, OPTIONS)).toEqual(findings);
  });

  test('of one pair a set-up says what it can', async () => {
    const few = await findOut(
      records.filter(({ notes }) => notes?.pair === 0 && notes.game !== undefined),
      OPTIONS,
    );
    expect(textOf(few)).not.toMatch(/NaN|undefined|null/);
  });
});

describe('a sentence follows from its numbers', () => {
  const interval = (value: number, low: number, high: number): object => ({ value, low, high, games: 400, count: 900 });
  const withWhite = (white: object): string =>
    textOf({ balance: [{ ...findings.balance[0], games: 400, white: white as never }] });

  test.each([
    { white: interval(0.6, 0.55, 0.65), says: 'won 60.0 % of 400 games (55.0 to 65.0): White has the better start.' },
    { white: interval(0.4, 0.35, 0.45), says: 'won 40.0 % of 400 games (35.0 to 45.0): Black has the better start.' },
    { white: interval(0.52, 0.47, 0.57), says: 'too close to even to say who has the better start.' },
  ])('$says', ({ white, says }) => {
    expect(withWhite(white)).toContain(says);
  });

  test('on what a piece is worth, and on when not to believe it', () => {
    const stage = (value: number, half: number): never =>
      [interval(value, value - half, value + half), null, null, null, null] as never;
    const take = [stage(0.061, 0.009), stage(0.03, 0.01), stage(0.01, 0.02)];
    const text = textOf({ worth: { ...findings.worth, take } });
    expect(text).toContain(
      'With 50 stacks or more a tzaar of the opponent off the board is worth 6.1 points (5.2 to 7.0, 400 games), a tzarra 3.0 points (2.0 to 4.0, 400 games) and a tott 1.0 points (−1.0 to 3.0, 400 games).',
    );
    expect(text).not.toContain('the least to be trusted');
    const negative = textOf({ worth: { ...findings.worth, take: [stage(-0.03, 0.01), ...take.slice(1)] } });
    expect(negative).toContain('the least to be trusted');
  });

  test('on placement that was never learnt', () => {
    expect(textOf({}, { hasLearntPlacement: false })).toContain('is no advice');
    expect(textOf({}, { hasLearntPlacement: null })).not.toContain('is no advice');
  });
});
