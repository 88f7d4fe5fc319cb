import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { cited, say, startFakeMessagesApi, toolUse } from '../fakes/messages-api.ts';
import { type AskJson, assertFailed, jsonOf, openHome } from './support.ts';

const QUESTION = 'From which order value do you deliver for free?';

async function openHomeWithModel(t: TestContext) {
  const fake = await startFakeMessagesApi();
  t.after(() => fake.close());
  return { ...openHome(t), fake, env: { ANTHROPIC_API_KEY: fake.apiKey, ANTHROPIC_BASE_URL: fake.url } };
}

describe('citedesk ask with a key', { concurrency: 3 }, () => {
  it('answers with the model from the sections it sent, and says which model at what use', async (t) => {
    const { run, fake, env } = await openHomeWithModel(t);
    const cite = { source: 'moc.md#delivery-fee', contains: '150,000' };
    fake.enqueue(cited([{ text: 'Orders of 150,000 đồng or more are delivered free.', cite }]));
    const answer = jsonOf<AskJson>(await run(['ask', QUESTION, '--json'], { env }));
    assert.deepEqual(
      [answer.outcome, answer.answerer, answer.fallback, answer.model],
      ['answered', 'claude', null, 'claude-haiku-5-5'],
    );
    assert.match(answer.text, /^Orders of 150,000 đồng or more are delivered free\./);
    assert.deepEqual(
      answer.citations.map(({ sectionId, title, quote }) => [sectionId, title, quote]),
      [
        [
          'moc.md#delivery-fee',
          'Delivery fee',
          'From an order value of 150,000 đồng on, we deliver for free.',
        ],
      ],
    );
    assert.ok(answer.usage !== null && answer.usage.inputTokens > 0 && answer.usage.outputTokens > 0);
    assert.equal(fake.requests.length, 1);
  });

  it('shows both searches where the model looked again', async (t) => {
    const { run, fake, env } = await openHomeWithModel(t);
    const question = 'Will you make up for the time I waited?';
    const cite = { source: 'moc.md#delivery-fee', contains: '150,000' };
    fake.enqueue(
      toolUse('search_policies', { query: 'delivery fee' }),
      cited([{ text: 'Orders of 150,000 đồng or more are delivered free.', cite }]),
    );
    const answer = jsonOf<AskJson>(await run(['ask', question, '--json'], { env }));
    assert.equal(answer.outcome, 'answered');
    assert.deepEqual(
      answer.searches.map(({ by, query }) => [by, query]),
      [
        ['code', question],
        ['model', 'delivery fee'],
      ],
    );
    assert.ok(
      answer.searches[1]?.hits.some(({ sectionId, sent }) => sectionId === 'moc.md#delivery-fee' && sent),
    );
  });

  it('does not ask the model with --offline', async (t) => {
    const { run, fake, env } = await openHomeWithModel(t);
    const answer = jsonOf<AskJson>(await run(['ask', QUESTION, '--offline', '--json'], { env }));
    assert.deepEqual([answer.answerer, answer.fallback, answer.model], ['extractive', null, null]);
    assert.equal(fake.requests.length, 0);
  });

  it('answers from the policies itself where the key is refused, and says so', async (t) => {
    const { run, env } = await openHomeWithModel(t);
    const wrong = { ...env, ANTHROPIC_API_KEY: 'sk-ant-wrong-key-0123456789' };
    const finished = await run(['ask', QUESTION, '--json'], { env: wrong });
    const answer = jsonOf<AskJson>(finished);
    assert.deepEqual(
      [answer.outcome, answer.answerer, answer.fallback],
      ['answered', 'extractive', 'refused_key'],
    );
    assert.match(answer.text, /150,000/);
    assert.ok(!finished.stdout.includes('wrong-key'));
  });
});

describe('citedesk ask --no-retrieval', { concurrency: 3 }, () => {
  it('shows what the bare model says, given nothing but the question, and records nothing', async (t) => {
    const { run, fake, env } = await openHomeWithModel(t);
    fake.enqueue(say('Most cafés deliver free from 200,000.'));
    const bare = jsonOf<AskJson>(await run(['ask', QUESTION, '--no-retrieval', '--json'], { env }));
    assert.equal(bare.text, 'Most cafés deliver free from 200,000.');
    assert.deepEqual([bare.citations, bare.hits, bare.sentChars], [[], [], 0]);
    assert.equal(bare.model, 'claude-haiku-5-5');
    assert.ok(bare.usage !== null && bare.usage.inputTokens > 0);
    const [request] = fake.requests;
    assert.deepEqual(request?.body['messages'], [{ role: 'user', content: QUESTION }]);
    assert.deepEqual([request?.body['system'], request?.body['tools']], [undefined, undefined]);
    assert.deepEqual(jsonOf(await run(['export', '--json'])), []);
  });

  it('is wrong use without a key', async (t) => {
    const finished = await openHome(t).run(['ask', QUESTION, '--no-retrieval', '--json']);
    assertFailed(finished, 2, /ANTHROPIC_API_KEY/);
  });

  it('says in one line why the model cannot be used', async (t) => {
    const { run, env } = await openHomeWithModel(t);
    const wrong = { ...env, ANTHROPIC_API_KEY: 'sk-ant-wrong-key-0123456789' };
    assertFailed(
      await run(['ask', QUESTION, '--no-retrieval', '--json'], { env: wrong }),
      1,
      /key was refused/,
    );
  });
});
