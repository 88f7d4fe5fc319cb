import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { ModelError } from '../../src/errors.ts';
import { CONFIDENCE_THRESHOLD } from '../../src/search/confidence.ts';
import { type Bench, modelSaying, openBench, textOf } from './support.ts';

let bench: Bench;
afterEach(() => bench.close());

/** The markup of one candidate. */
function candidate(html: string, rank: number): string {
  const start = html.indexOf(`id="hit-${rank}"`);
  assert.ok(start >= 0, `candidate ${rank} is shown`);
  const end = html.indexOf('<li class="c', start);
  return html.slice(start, end < 0 ? undefined : end);
}

describe('the exchange page', () => {
  it('shows the question, the reply with its marks, and the sections behind it', async () => {
    bench = await openBench();
    const { id } = await bench.ask(
      'I cancelled my bank transfer order, when is the money back? Compensate me',
    );
    const { status, html } = await bench.get(`/exchanges/${id}`);
    assert.equal(status, 200);
    assert.match(
      html,
      /<h1[^>]*>I cancelled my bank transfer order, when is the money back\? <span class="unknown">Compensate<\/span> me<\/h1>/,
    );
    assert.match(textOf(html), /Words look twice \d of \d known to the policies In no policy: Compensate/);
    assert.match(
      html,
      /three working days, by the way you paid\.<\/span> <a class="cite" href="#hit-2" aria-label="cites 2. Refunds">\[2\]<\/a>/,
    );
    assert.ok(textOf(html).includes('Sources: Cancelling an order · Refunds'));
  });

  it('marks the words of the question and outlines the cited ones', async () => {
    bench = await openBench();
    const { id } = await bench.ask('How long until the money is back?');
    const refunds = candidate((await bench.get(`/exchanges/${id}`)).html, 1);
    assert.ok(
      refunds.includes(
        '<span class="quoted">The <mark>money</mark> is <mark>back</mark> within three working days',
      ),
    );
    assert.ok(textOf(refunds).includes('sent cited'));
    assert.match(textOf(refunds), /money \d\.\d\d back \d\.\d\d/);
  });

  it('shows the cut and folds up what was not sent', async () => {
    bench = await openBench();
    const { id, hits } = await bench.ask('Can an order be cancelled?');
    const { html } = await bench.get(`/exchanges/${id}`);
    const unsent = hits.find((hit) => !hit.sent);
    assert.ok(unsent !== undefined);
    const folded = candidate(html, unsent.rank);
    assert.ok(folded.includes('<details>'));
    assert.ok(textOf(folded).includes('not sent'));
    assert.ok(html.indexOf('class="cut"') < html.indexOf(`id="hit-${unsent.rank}"`));
    assert.ok(!candidate(html, 1).includes('<details>'));
  });

  it('says which section named the one that was sent along', async () => {
    bench = await openBench();
    const { id, hits } = await bench.ask('Can I cancel?');
    const named = hits.find((hit) => hit.namedBy !== null);
    assert.ok(named !== undefined);
    const shown = candidate((await bench.get(`/exchanges/${id}`)).html, named.rank);
    assert.ok(textOf(shown).includes('named by Cancelling an order'), textOf(shown));
  });

  it('marks a sentence of the model that has no source', async () => {
    bench = await openBench();
    const claude = modelSaying((sent) => {
      const [hit] = sent;
      assert.ok(hit !== undefined);
      const citation = { sectionId: hit.passage.sectionId, title: hit.name, passageHash: hit.passage.hash };
      return [
        {
          text: 'Within three days.',
          citations: [{ ...citation, quote: 'The money is back within three working days' }],
        },
        { text: ' We are sorry.', citations: [] },
      ];
    });
    const { id } = await bench.ask('How long until the money is back?', { claude });
    const { html } = await bench.get(`/exchanges/${id}`);
    assert.ok(
      html.includes('<span class="uncited">We are sorry.</span> <span class="badge bad">no source</span>'),
    );
    const text = textOf(html);
    for (const part of ['What the model was given', 'claude-haiku-5-5', '1,234 in, 56 out', '$0.00015']) {
      assert.ok(text.includes(part), part);
    }
  });

  it('names the outcome and the fallback in plain words', async () => {
    bench = await openBench();
    const claude = {
      name: 'claude' as const,
      answer: () => Promise.reject(new ModelError('overloaded', 'Overloaded.')),
    };
    const { id } = await bench.ask('How long until the money is back?', { claude });
    assert.ok(
      textOf((await bench.get(`/exchanges/${id}`)).html).includes(
        'The model was not used because it was overloaded, so the policies were quoted instead.',
      ),
    );
  });

  it('gives the facts: time, customer, confidence, sent share, delivery', async () => {
    bench = await openBench();
    const exchange = await bench.ask('When do you open?');
    const text = textOf((await bench.get(`/exchanges/${exchange.id}`)).html);
    for (const part of [
      '29 Nov 2026, 14:02 (Europe/Berlin)',
      exchange.customer,
      `reaches the threshold ${CONFIDENCE_THRESHOLD}`,
      'characters (',
      'nothing to deliver',
      exchange.id,
    ]) {
      assert.ok(text.includes(part), part);
    }
  });

  it('does not claim that a section was sent where nobody was asked', async () => {
    bench = await openBench();
    const exchange = await bench.ask('When do you open?');
    const weak = {
      ...exchange,
      id: 'weak',
      outcome: 'refused_low_confidence' as const,
      confidence: 0.21,
      answerer: null,
      spans: [],
      citations: [],
      text: 'I could not find that.',
    };
    bench.store.exchanges.finishExchange(weak, null);
    const text = textOf((await bench.get('/exchanges/weak')).html);
    assert.ok(
      text.includes(
        `Confidence 0.21 is under the threshold ${CONFIDENCE_THRESHOLD}, so without a model nothing was answered.`,
      ),
    );
    assert.ok(text.includes('would be sent'));
    assert.ok(text.includes('I could not find that.'));
  });

  it('keeps showing the text as it was sent after the policy was edited', async () => {
    bench = await openBench();
    const { id } = await bench.ask('How long until the money is back?');
    const { writeFile } = await import('node:fs/promises');
    await writeFile(`${bench.policiesDir}/tea.md`, '# Tea house\n\n## Refunds\n\nNever.\n');
    await bench.reindex();
    assert.ok(textOf((await bench.get(`/exchanges/${id}`)).html).includes('within three working days'));
  });

  it('escapes question, policy and reply', async () => {
    bench = await openBench();
    const { id } = await bench.ask(
      'Is a gift card paid in cash </h1><img src=x onerror="alert(1)"> \u202Etxet?',
    );
    const { html } = await bench.get(`/exchanges/${id}`);
    assert.ok(!/<img|onerror="|<b>No cash/.test(html));
    assert.match(html, /&lt;(?:<span class="\w+">)?img/);
  });

  it('ties every sentence to the candidates it cites, and these back to it', async () => {
    bench = await openBench();
    const { id } = await bench.ask('I cancelled my bank transfer order, when is the money back?');
    const { html } = await bench.get(`/exchanges/${id}`);
    assert.match(html, /id="sentence-2" data-cites="hit-2"/);
    assert.match(html, /id="hit-2" data-cited-in="sentence-2"/);
    assert.ok(candidate(html, 2).includes('<a class="badge good" href="#sentence-2">cited</a>'));
  });

  it('marks a figure that its cited words do not hold, in the text and in words', async () => {
    bench = await openBench();
    const claude = modelSaying((sent) => {
      const hit = sent.find(({ name }) => name === 'Refunds');
      assert.ok(hit !== undefined);
      const { sectionId, hash: passageHash } = hit.passage;
      const quote = 'The money is back within three working days';
      const citations = [{ sectionId, passageHash, title: hit.name, quote }];
      return [{ text: 'It is back within 3 days, at the latest within 14 days.', citations }];
    });
    const { id } = await bench.ask('How long until the money is back?', { claude });
    const { html } = await bench.get(`/exchanges/${id}`);
    assert.ok(html.includes('within 3 days, at the latest within <b class="strange">14 days</b>.'));
    assert.ok(textOf(html).includes('figure without source: 14 days'));
    assert.ok(textOf(html).includes('1 of 1 sentence cited, 1 figure without source'));
  });

  it('says which section a candidate points to that was not sent', async () => {
    bench = await openBench({ sendSections: 1 });
    const { id } = await bench.ask('I cancelled my bank transfer order, when is the money back?');
    const { html } = await bench.get(`/exchanges/${id}`);
    assert.match(
      candidate(html, 1),
      /<a class="badge warn" href="#hit-\d">points to <i><bdi>Refunds<\/bdi><\/i>, not sent<\/a>/,
    );
  });

  it('shows the conversation around it, with this exchange marked', async () => {
    bench = await openBench();
    const first = await bench.ask('When do you open?');
    const { id } = await bench.ask('Can I cancel?');
    const last = await bench.ask('Do you deliver?');
    const { html } = await bench.get(`/exchanges/${id}`);
    const around = html.slice(html.indexOf('id="around"'));
    for (const other of [first, last]) assert.ok(around.includes(`href="/exchanges/${other.id}"`));
    assert.match(textOf(around), /When do you open\?.*this exchange Can I cancel\?.*Do you deliver\?/);
    assert.ok(!around.includes(`href="/exchanges/${id}"`));
  });

  it('tells what was found for a word by another spelling', async () => {
    bench = await openBench();
    const { id } = await bench.ask('How much is delivry?');
    assert.match(textOf((await bench.get(`/exchanges/${id}`)).html), /delivry as deliver\w* \d\.\d\d/);
  });

  it("REV-01: shows a script in a customer's words as words", async () => {
    bench = await openBench({
      parts: { businessName: '"><svg onload=alert(1)>' },
    });
    const { id } = await bench.ask('<script>alert(1)</script><img src=x onerror=alert(1)>');
    const { html, response } = await bench.get(`/exchanges/${id}`);
    assert.match(html, /&lt;(?:<span class="unknown">)?script/);
    assert.ok(textOf(html).includes('"><svg onload=alert(1)>'));
    assert.ok(!/<script>|<img|<svg onload/.test(html));
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    assert.ok(policy.includes("script-src 'self'") && !policy.includes('unsafe-inline'));
  });

  it('REV-04: isolates what would reorder the words beside it, and keeps it as it was written', async () => {
    bench = await openBench();
    const question = 'refund\u202Egnp.elif\u202C and a\u200Bb';
    const { id } = await bench.ask(question);
    await bench.ask('Do you deliver?');
    const { html } = await bench.get(`/exchanges/${id}`);
    const title = /<h1[^>]*dir="auto"[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '';
    assert.equal(title.replace(/<[^>]*>/g, ''), question);
    const outside = html
      .replace(/<h1.*?<\/h1>/s, '')
      .replace(/<(?:bdi[^>]*|\w+ [^>]*dir="auto"[^>]*)>[^<]*(?=<)/g, '');
    assert.ok(!/[\u202A-\u202E\u2066-\u2069]/.test(outside));
    assert.equal(bench.store.review.findExchange(id)?.question, question);
  });

  it('answers for an unknown id with the way back', async () => {
    bench = await openBench();
    for (const id of ['nope', '%3Cscript%3E', 'a'.repeat(3000), '%E0%A4%A', "1'%20OR%201=1"]) {
      const { status, html } = await bench.get(`/exchanges/${id}`);
      assert.equal(status, 404, id);
      assert.ok(textOf(html).includes('No such exchange'));
      assert.ok(html.includes('href="/exchanges"'));
      assert.ok(!html.includes('<script>'));
    }
  });
});
