import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actionOf, packEdge, priorOf } from '../../../agents/search/packed-edge.ts';
import { ACTION_COUNT } from '../../../env/index.ts';

const actions = fc.nat({ max: ACTION_COUNT - 1 });
const priors = fc.double({ min: 0, max: 1, noNaN: true });

test('an edge keeps its action, and its prior to one part in two million', () => {
  fc.assert(
    fc.property(actions, priors, (action, prior) => {
      const edge = packEdge(action, prior);
      expect(edge).toBeGreaterThan(0);
      expect(actionOf(edge)).toBe(action);
      expect(Math.abs(priorOf(edge) - prior)).toBeLessThan(2 ** -21);
    }),
  );
});

test('the likelier edge is the larger, and of equals the one whose action comes first', () => {
  fc.assert(
    fc.property(actions, priors, actions, priors, (a, priorA, b, priorB) => {
      const [first, second] = [packEdge(a, priorA), packEdge(b, priorB)];
      if (priorOf(first) === priorOf(second)) expect(first > second).toBe(a < b);
      else expect(first > second).toBe(priorA > priorB);
    }),
  );
});
