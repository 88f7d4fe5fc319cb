import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drawSweep } from '../../src/evaluation/charts.ts';

const QUESTIONS = [
  { id: 'a', answerable: true, confidence: 0.8 },
  { id: 'b', answerable: false, confidence: 0.2 },
];

/** As wide as a label is on a phone, where it is widest. */
const LABEL_WIDTH = 115;

/** The marks from top to bottom: where each line runs and how far up, and what its label covers. */
function draw(inUse: number, best: number) {
  const marks = [
    { label: 'in use', threshold: inUse },
    { label: 'best', threshold: best },
  ];
  const { text } = drawSweep(QUESTIONS, marks, 'title');
  const found = text.matchAll(
    /class="mark" x1="([\d.]+)" x2="[\d.]+" y1="(-?\d+)"[^>]*>\s*<text class="axis" x="([\d.]+)" y="(-?\d+)" text-anchor="(\w+)"/g,
  );
  return [...found].map(([, line, top, x, y, anchor]) => {
    const left = anchor === 'start' ? Number(x) : Number(x) - LABEL_WIDTH;
    return { line: Number(line), top: Number(top), y: Number(y), left, right: left + LABEL_WIDTH };
  });
}

describe('drawSweep', () => {
  for (const [inUse, best] of [
    [0.45, 0.55],
    [0.55, 0.45],
    [0.5, 0.5],
    [0.02, 0.95],
    [0.97, 0.9],
    [0.65, 0.75],
  ] as const) {
    it(`lets nothing cross the labels of ${inUse} and ${best}`, () => {
      const [upper, lower] = draw(inUse, best);
      assert.ok(upper && lower);
      assert.ok(upper.y < lower.y - 20 && lower.y < 12, 'each in a row above the plot');
      assert.ok(lower.top > upper.y, 'the lower line ends below the upper label');
      assert.ok(
        upper.line < lower.left || upper.line > lower.right,
        'the upper line passes the lower label by',
      );
      for (const { left, right } of [upper, lower])
        assert.ok(left >= 0 && right <= 640, 'within the picture');
    });
  }
});
