import { describe, expect, it } from 'vitest';
import { Paused, retryAfterOf, sendRequest, TooSlow } from './http.ts';

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
    expect(retryAfterOf(headers)).toBe(seconds);
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
