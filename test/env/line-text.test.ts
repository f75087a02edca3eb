import { expect, test } from 'vitest';
import { formatLine, formatPosition, legalMoveTexts, parseAction, parsePosition, play } from '../../env/index.ts';

const ENDGAME = '..z../a...../A.t3...z2/...a2..T./T...t2..t2/......Z2./T....../....../T3T2.A3. b 1 -';

test('a bar stands between turns', () => {
  const position = parsePosition(ENDGAME);
  const actions = ['B1xC1', 'pass'].map((text) => {
    const action = parseAction(position, text);
    play(position, action);
    return action;
  });
  const [reply] = legalMoveTexts(position);
  actions.push(parseAction(position, reply));
  const start = parsePosition(ENDGAME);
  expect(formatLine(start, actions)).toBe(`B1xC1 pass | ${reply}`);
  expect(formatPosition(start)).toBe(ENDGAME);
});
