import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it, vi } from 'vitest';
import { longTest } from '../../../test/longTest.ts';
import { cleanBody } from './cleanBody.ts';
import { toPlainText } from './plainText.ts';
import { cleanRichText, isIntricate, readWords } from './richText.service.ts';

const refusal = { code: 'text.tooIntricate', faults: [{ path: 'body', messageKey: 'invalid' }] };
const nested = (depth: number) => `${'<b>'.repeat(depth)}a${'</b>'.repeat(depth)}`;

it.each([
  ['199,000 strokes', '<'.repeat(199_000)],
  ['60,000 nested tags', nested(60_000).slice(0, 199_999)],
  ['101 nested tags', nested(101)],
  ['tags that never end', '<div>'.repeat(30_000)],
  ['strokes between words', 'a<'.repeat(90_000)],
])('refuses a text of %s at once', async (_what, html) => {
  const began = performance.now();
  await expect(cleanRichText(html, 'body')).rejects.toMatchObject(refusal);
  await expect(readWords([html], 'body')).rejects.toMatchObject(refusal);
  expect(performance.now() - began).toBeLessThan(200);
});

it.each([
  ['100 nested tags', nested(100)],
  ['a table of 400 rows', `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(400)}</table>`],
  ['a thousand paragraphs that nobody ends', '<p>a<br>'.repeat(1000)],
  ['long words', `<p>${'mot '.repeat(49_000)}</p>`],
])('takes a text of %s', (_what, html) => {
  expect(isIntricate(html)).toBe(false);
});

it('gives the same results in its thread as without one', async () => {
  const dirty = '<p onclick="a()">Bonjour <a href="https://a.example">là</a><script>b()</script></p>';
  const clean = await cleanRichText(dirty, 'body');
  expect(clean).toBe(cleanBody(dirty));
  expect(await readWords([clean, '<p>b</p>'], 'body')).toEqual([toPlainText(clean), 'b']);
});

it.each(['colspan', 'rowspan'])(
  'takes a table with a %s of a hundred million, and lays out one cell',
  async (span) => {
    const table = `<table><tr><td ${span}="99999999">a</td><td>b</td></tr></table>`;
    expect(await cleanRichText(table, 'body')).toBe('<table><tr><td>a</td><td>b</td></tr></table>');
    expect(await readWords([table], 'body')).toEqual(['a   b']);
    const usual = `<table><tr><td ${span}="3">a</td></tr></table>`;
    expect(await cleanRichText(usual, 'body')).toBe(usual);
  },
);

it('waits for a thread that starts slowly on a busy machine, which says nothing of the text', async () => {
  vi.resetModules();
  const { cleanRichText: cleanInNewThread } = await import('./richText.service.ts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const clean = cleanInNewThread('<p>Bonjour<script>b()</script></p>', 'body');
    vi.advanceTimersByTime(20_000);
    expect(await clean).toBe('<p>Bonjour</p>');
  } finally {
    vi.useRealTimers();
  }
});

longTest(
  'cancels a text that takes too long, without blocking the event loop, and goes on with the next',
  async () => {
    const table = `<table>${'<tr><td><b>a</b></td></tr>'.repeat(1500)}</table>`;
    const delay = monitorEventLoopDelay({ resolution: 5 });
    await cleanRichText('<p>a</p>', 'body');
    const texts = Array.from({ length: 1000 }, () => table);
    delay.enable();
    const slow = readWords(texts, 'body');
    const next = cleanRichText('<p>c</p>', 'body');
    await expect(slow).rejects.toMatchObject(refusal);
    expect(await next).toBe('<p>c</p>');
    delay.disable();
    expect(delay.percentile(90) / 1e6).toBeLessThan(100);
  },
);

it('answers busy with retry-after when too many texts wait', async () => {
  const many = Array.from({ length: 60 }, () =>
    cleanRichText('<p>a</p>', 'body').catch((error: { code: string }) => error.code),
  );
  const answers = await Promise.all(many);
  expect(answers.filter((answer) => answer === '<p>a</p>').length).toBeGreaterThanOrEqual(32);
  expect(answers).toContain('busy');
});
