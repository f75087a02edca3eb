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

  test('heights are plates, labels are not, and no label hides a height or another label', () => {
    const position = parsePosition('Z..../..t2t2../..z2T3a2../...t2t2.../......../zat..ZAT/zat.TAZ/tatTAT/tatTA w 1 -');
    const from = pointNamed('C4');
    const arrows = [0, 1, 2, 3, 4, 5].map((direction) => ({
      action: moveAction(from, direction),
      weight: 1,
      label: `+0.${direction}0`,
    }));
    const svg = renderSvg(position, { arrows });
    const numbers = (pattern: RegExp): number[][] =>
      [...svg.matchAll(pattern)].map((found) => found.slice(1).map(Number));
    const plates = numbers(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="3"/g);
    const labels = numbers(/<text class="label" x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)"/g).map(
      ([x, y, size]) => {
        const wide = 5 * size * 0.6;
        return [x - wide / 2, y - size * 0.8, wide, size * 0.9];
      },
    );
    expect([plates.length, labels.length]).toEqual([7, 6]);
    const boxes = [...plates, ...labels];
    const hidden = boxes.filter(([x, y, wide, high], index) =>
      boxes.some(
        ([otherX, otherY, otherWide, otherHigh], other) =>
          other > index && x < otherX + otherWide && otherX < x + wide && y < otherY + otherHigh && otherY < y + high,
      ),
    );
    expect(hidden).toEqual([]);
  });
});
