import { listEntrances } from '@guichet/contract/access';
import {
  type Banner,
  bannerAddress,
  bannerMaxBytes,
  removeBanner,
  saveBanner,
} from '@guichet/contract/banners';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';
import { pngOf, webpOf } from './fixtures/pictures.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const send = (bytes: Buffer, who = admin, systemId = 3) =>
  who.call(saveBanner, { params: { systemId }, body: {}, file: { name: 'a.svg', bytes } });
const remove = (who = admin, systemId = 3) => who.call(removeBanner, { params: { systemId } });
const look = (url: string) => portal.app.inject({ url });

async function shown(): Promise<Banner | null | undefined> {
  return (await admin.call(listEntrances)).reply.entrances[0]?.banner;
}

describe('a banner', () => {
  it('S1.7 is set, told to the page with its size, shown to anybody, replaced, and removed', async () => {
    expect(await shown()).toBeNull();
    expect((await look('/api/valid/banner/3')).statusCode).toBe(404);

    const { reply: first } = await send(pngOf(1200, 300));
    expect(first).toMatchObject({ width: 1200, height: 300 });
    expect(await shown()).toEqual(first);
    const answer = await look(bannerAddress(3, first));
    expect(answer.rawPayload.equals(pngOf(1200, 300))).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });

    const { reply: second } = await send(webpOf('VP8X', 900, 200));
    expect(second.version).not.toBe(first.version);
    const old = await look(bannerAddress(3, first));
    expect(old.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-cache' });

    expect((await remove()).reply).toBe(true);
    expect((await remove()).reply).toBe(false);
    expect(await shown()).toBeNull();
    expect((await look(bannerAddress(3, second))).statusCode).toBe(404);
    const lines = await portal.house.database.read
      .selectFrom('audit_lines')
      .select(['action', 'system_id'])
      .where('action', 'like', 'banner.%')
      .orderBy('id')
      .execute();
    expect(lines).toEqual(
      ['banner.saved', 'banner.saved', 'banner.removed'].map((action) => ({ action, system_id: 3 })),
    );
  });

  it('S1.9 is the affair of the admins of that system', async () => {
    for (const [who, status] of [
      [portal.nobody, 401],
      [await portal.as('student', 3), 403],
      [await portal.as('support', 3), 403],
      [await portal.as('admin', 2), 403],
    ] as const) {
      expect((await send(pngOf(1200, 300), who)).status).toBe(status);
      expect((await remove(who)).status).toBe(status);
    }
    expect(await shown()).toBeNull();
  });

  it.each([
    ['no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, 'banner.wrongKind'],
    ['too narrow', pngOf(599, 200), 400, 'banner.wrongSize'],
    ['too wide', webpOf('VP8X', 5001, 400), 400, 'banner.wrongSize'],
    ['too low', pngOf(700, 79), 400, 'banner.wrongSize'],
    ['too high', pngOf(700, 351), 400, 'banner.wrongSize'],
    ['too heavy', Buffer.alloc(bannerMaxBytes + 1, 1), 413, 'request.tooLarge'],
  ])('that is %s is refused, and the former one stays', async (_why, bytes, status, code) => {
    const { reply: before } = await send(pngOf(800, 200));
    const answer = await send(bytes);
    expect([answer.status, answer.problem.code]).toEqual([status, code]);
    expect(await shown()).toEqual(before);
  });
});
