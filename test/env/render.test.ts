import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  FIXED_START_TEXT,
  moveAction,
  PASS,
  parsePosition,
  placementAction,
  pointNamed,
  renderSvg,
  renderText,
} from '../../env/index.ts';

const ENDGAME = parsePosition('...Z5./..A5.../.....z./T2......./.t2....../......../......./t4...../..a5Tt3 w 1 -');

describe('text', () => {
  test('colours only when told to, and changes nothing else', () => {
    const coloured = renderText(ENDGAME, { colour: true });
    expect(coloured).toContain('\x1b[');
    const plain = stripVTControlCharacters(coloured)
      .split('\n')
      .map((line) => line.trimEnd());
    expect(plain.join('\n')).toBe(renderText(ENDGAME, { colour: false }));
  });

  test.each([
    {
      text: '...../....../......./......../......../......../......./....../..... w 1 p',
      says: 'white places a piece',
    },
    {
      text: 'Z..../....../......./......../......../......../......./....../..... b 1 p',
      says: 'white: 5 tzaars, 9 tzarras, 15 totts to place',
    },
    { text: FIXED_START_TEXT, says: 'white opens with one capture' },
    {
      text: 'ZAT../....../......./......../......../......../......./....../..zat b 1 -',
      says: 'white has won: black cannot capture',
    },
  ])('says "$says"', ({ text, says }) => {
    expect(renderText(parsePosition(text), { colour: false })).toContain(says);
  });
});

describe('SVG', () => {
  test('is well formed and shows every stack and its height', () => {
    const svg = renderSvg(ENDGAME);
    const opened = [...svg.matchAll(/<([a-z]+)(?![^>]*\/>)[^>]*>/g)].map(([, tag]) => tag).sort();
    const closed = [...svg.matchAll(/<\/([a-z]+)>/g)].map(([, tag]) => tag).sort();
    expect(opened).toEqual(closed);
    const heights = [...svg.matchAll(/text-anchor="middle">(\d+)</g)].map(([, height]) => Number(height));
    expect(heights.toSorted()).toEqual([2, 2, 3, 4, 5, 5, 5]);
  });

  test('draws the three kinds differently: ring and dot, dot, nothing', () => {
    const marks = (board: string): number =>
      (
        renderSvg(
          parsePosition(`${board}.../....../......./......../......../......../......./....../..... b 1 p`),
        ).match(/#b3541e/g) ?? []
      ).length;
    expect(['Z', 'A', 'T'].map((letter) => marks(`${letter}.`))).toEqual([2, 1, 0]);
  });

  test('draws arrows for moves and a ring for placements, nothing for pass, and escapes labels', () => {
    const plain = renderSvg(ENDGAME);
    const arrow = { action: moveAction(pointNamed('A4'), 1), weight: 1, label: '<b>&' };
    expect(renderSvg(ENDGAME, { arrows: [arrow] })).toContain('&lt;b&gt;&amp;');
    expect(renderSvg(ENDGAME, { arrows: [arrow] })).toContain('<polygon');
    expect(renderSvg(ENDGAME, { arrows: [{ action: PASS, weight: 1 }] })).toBe(plain);
    expect(renderSvg(ENDGAME, { arrows: [{ action: placementAction(3, 1), weight: 0 }] })).not.toBe(plain);
  });
});
