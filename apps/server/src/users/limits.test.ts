import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/testApp.ts';
import { countAgainst, keepWithin, refuseBeyond } from './limits.ts';

let context: TestApp;
beforeAll(async () => {
  context = await openTestApp();
});
afterAll(() => context.close());

const day = 24 * 60 * 60;
const limitOf = (key: string) => ({ key, most: 2, seconds: 60 * 60 });
const tooMany = { code: 'request.tooMany' };

describe('a limit', () => {
  it('refuses what is beyond it with the seconds to wait, and begins anew when its time is over', async () => {
    const limit = limitOf('a');
    await keepWithin(context, limit);
    context.clock.advance(60);
    await keepWithin(context, limit);
    await expect(keepWithin(context, limit)).rejects.toMatchObject({
      ...tooMany,
      headers: { 'retry-after': '3540' },
    });
    context.clock.advance(limit.seconds);
    await keepWithin(context, limit);
  });

  it('believes no count that began on a clock that was a day ahead', async () => {
    const limit = limitOf('b');
    context.clock.advance(day);
    for (let n = 0; n < 2; n++) await keepWithin(context, limit);
    await expect(keepWithin(context, limit)).rejects.toMatchObject(tooMany);
    context.clock.advance(-day);
    for (let n = 0; n < 2; n++) await keepWithin(context, limit);
    await expect(keepWithin(context, limit)).rejects.toMatchObject(tooMany);
  });

  it('of failures neither: whoever failed tomorrow may try today', async () => {
    const limit = limitOf('c');
    context.clock.advance(day);
    for (let n = 0; n < 2; n++) await countAgainst(context, limit);
    await expect(refuseBeyond(context, limit)).rejects.toMatchObject(tooMany);
    context.clock.advance(-day);
    await refuseBeyond(context, limit);
  });
});
