import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explainFallback, explainOutcome } from '../../src/desk/explain.ts';
import { type Exchange, OUTCOMES } from '../../src/domain/exchange.ts';

const EXCHANGE: Exchange = {
  id: 'x1',
  askedAt: 0,
  channel: 'terminal',
  customer: 'c_1',
  question: 'Why?',
  messages: [{ messageId: null, text: 'Why?' }],
  updateOf: null,
  standalone: 'Why?',
  language: 'en',
  query: {
    terms: [{ term: 'why', word: 'Why', stop: false, known: false, weight: 1, forms: [], recalled: false }],
  },
  hits: [],
  confidence: 0.21,
  threshold: 0.35,
  outcome: 'answered',
  text: '',
  spans: [],
  citations: [],
  searches: [],
  missing: null,
  drafts: [],
  answerer: null,
  fallback: null,
  failure: null,
  model: null,
  usage: null,
  costUsd: null,
  searchMs: 1,
  modelMs: 0,
  sentChars: 0,
  documentChars: 100,
};

describe('explainOutcome', () => {
  it('has a different sentence for every outcome', () => {
    const sentences = OUTCOMES.map((outcome) => explainOutcome({ ...EXCHANGE, outcome }));
    assert.equal(new Set(sentences).size, OUTCOMES.length);
    for (const sentence of sentences) assert.match(sentence, /^[A-Z].*\.$/);
  });

  it('tells no policies, no words and no match apart', () => {
    const refused = { ...EXCHANGE, outcome: 'refused_no_hits' as const };
    assert.match(explainOutcome({ ...refused, documentChars: 0 }), /No policies were indexed/);
    assert.match(explainOutcome({ ...refused, query: { terms: [] } }), /no word that could be looked up/);
    assert.match(explainOutcome(refused), /shares a word/);
  });

  it('tells a weak match from a missing sentence, with digits enough to see it', () => {
    const weak = { ...EXCHANGE, outcome: 'refused_low_confidence' as const };
    assert.equal(
      explainOutcome(weak),
      'Confidence 0.21 is under the threshold 0.35, so without a model nothing was answered.',
    );
    assert.match(explainOutcome({ ...weak, confidence: 0.3499 }), /0\.3499 is under the threshold 0\.3500/);
    assert.match(
      explainOutcome({ ...weak, confidence: 0.35 }),
      /0\.35 reaches the threshold 0\.35, but no single/,
    );
  });
});

describe('explainFallback', () => {
  it('puts the fault into words, and shows one it does not know as it is', () => {
    assert.equal(explainFallback(EXCHANGE), null);
    assert.equal(
      explainFallback({ fallback: 'timeout', answerer: null }),
      'The model was not used because it took too long.',
    );
    assert.match(
      explainFallback({ fallback: 'solar_flare', answerer: 'extractive' }) ?? '',
      /because solar flare, so/,
    );
    assert.match(explainFallback({ fallback: 'constructor', answerer: null }) ?? '', /because constructor\./);
  });
});
