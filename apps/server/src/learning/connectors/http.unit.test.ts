import { describe, expect, it } from 'vitest';
import { Paused, readRetryAfter, sendRequest, TooSlow } from './http.ts';
import { maskSecrets } from './maskSecrets.ts';

describe('Retry-After', () => {
  it.each([
    ['90', 90],
    ['Mon, 11 Jan 2027 15:02:00 GMT', 120],
    ['', null],
    ['soon', null],
    [null, null],
  ])('%s is %s seconds', (asked, seconds) => {
    const headers = new Headers({ date: 'Mon, 11 Jan 2027 15:00:00 GMT' });
    if (asked !== null) headers.set('retry-after', asked);
    expect(readRetryAfter(headers)).toBe(seconds);
  });

  it('counts for a busy server and for one whose proxy gave up waiting, and a date without the clock of the server does not', async () => {
    const send = (status: number, headers: Record<string, string>) => {
      const answer = async () => new Response('Busy', { status, headers });
      return sendRequest(answer, 'https://site.test', { method: 'GET' }, { seconds: 5 }).catch(
        (error) => error,
      );
    };
    const busy = await send(429, { 'retry-after': '7' });
    expect(busy).toMatchObject({ retryAfterSeconds: 7 });
    expect(busy).not.toBeInstanceOf(Paused);
    expect(await send(503, { 'retry-after': '300' })).toBeInstanceOf(Paused);
    const gaveUp = await send(504, { 'retry-after': '8' });
    expect(gaveUp).toBeInstanceOf(TooSlow);
    expect(gaveUp.retryAfterSeconds).toBe(8);
    const dated = await send(503, { 'retry-after': 'Mon, 11 Jan 2027 15:02:00 GMT' });
    expect(dated).toMatchObject({
      retryAfterSeconds: null,
      message: 'The site’s web server answered with status 503.',
    });
  });
});

describe('a secret in the words of a site is masked', () => {
  const secret = 'c0ffee&Mot de passe/"+é<1>';
  const escaped = 'c0ffee&amp;Mot de passe/&quot;+é&lt;1&gt;';
  it.each([
    ['as it is', secret],
    ['in a page', escaped],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
    ['in an address', encodeURIComponent(secret)],
    [
      'in an address in small letters',
      encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
    ],
    ['in a form', new URLSearchParams({ secret }).toString().slice('secret='.length)],
    ['cut by the site', secret.slice(0, 15)],
    ['cut in a page', escaped.slice(0, 30)],
  ])('%s', (_how, told) => {
    expect(maskSecrets(`authenticate('${told}...')`, ['other secret', secret])).toBe(
      "authenticate('«…»...')",
    );
  });

  it('but not the words with which it begins', () => {
    expect(maskSecrets('Mot de pain', ['Mot de passe unique', 'Mot'])).toBe('Mot de pain');
  });
});
