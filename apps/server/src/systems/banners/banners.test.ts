import { listEntrances } from '@guichet/contract/identity/access';
import {
  type Banner,
  type BannerForm,
  bannerAddress,
  bannerAltLimit,
  bannerMaxBytes,
  removeBanner,
  saveBanner,
} from '@guichet/contract/systems/banners';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { makePng, makeWebp } from './fixtures/pictures.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const decorative = { isDecorative: true, altFr: '', altEn: '' };
const send = (bytes: Buffer, who = admin, systemId = 3) =>
  who.call(saveBanner, { params: { systemId }, body: decorative, file: { name: 'a.svg', bytes } });
const say = (body: Partial<BannerForm>, who = admin) =>
  who.call(saveBanner, {
    params: { systemId: 3 },
    body: { isDecorative: false, altFr: '', altEn: '', ...body },
  });
const remove = (who = admin, systemId = 3) => who.call(removeBanner, { params: { systemId } });
const look = (url: string) => portal.app.inject({ url });

async function shown(): Promise<Banner | null | undefined> {
  return (await admin.call(listEntrances)).reply.entrances[0]?.banner;
}

describe('a banner', () => {
  it('S1.7 is set, listed with its size, public, replaced and removed', async () => {
    expect(await shown()).toBeNull();
    expect((await look('/api/valid/banner/3')).statusCode).toBe(404);

    const { reply: first } = await send(makePng(1200, 300));
    expect(first).toMatchObject({ width: 1200, height: 300, alt: { fr: '', en: '' } });
    expect(await shown()).toEqual(first);
    const answer = await look(bannerAddress(3, first));
    expect(answer.rawPayload.equals(makePng(1200, 300))).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });

    const { reply: second } = await send(makeWebp('VP8X', 900, 200));
    expect(second.version).not.toBe(first.version);
    const old = await look(bannerAddress(3, first));
    expect(old.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-cache' });

    expect((await remove()).reply).toBe(true);
    expect((await remove()).reply).toBe(false);
    expect(await shown()).toBeNull();
    expect((await look(bannerAddress(3, second))).statusCode).toBe(404);
    const lines = await portal.context.database.read
      .selectFrom('audit_lines')
      .select(['action', 'system_id'])
      .where('action', 'like', 'banner.%')
      .orderBy('id')
      .execute();
    expect(lines).toEqual(
      ['banner.saved', 'banner.saved', 'banner.removed'].map((action) => ({ action, system_id: 3 })),
    );
  });

  it('has alternative texts in both languages, changed without a new picture, or is decorative', async () => {
    await remove();
    const alt = { altFr: '  La salle de lecture ', altEn: 'The reading room' };
    expect((await say(alt)).problem).toMatchObject({ status: 400, code: 'request.fileMissing' });
    const { reply: first } = await send(makePng(1200, 300));
    expect((await say(alt)).reply).toEqual({
      ...first,
      alt: { fr: 'La salle de lecture', en: 'The reading room' },
    });
    const words = (await shown())?.alt;
    expect(words).toEqual({ fr: 'La salle de lecture', en: 'The reading room' });

    for (const [body, errors] of [
      [
        {},
        [
          { path: 'altFr', messageKey: 'required' },
          { path: 'altEn', messageKey: 'required' },
        ],
      ],
      [{ altFr: 'Une salle', altEn: ' ' }, [{ path: 'altEn', messageKey: 'required' }]],
      [
        { altFr: 'x'.repeat(bannerAltLimit + 1), altEn: 'A\nroom' },
        [
          { path: 'altFr', messageKey: 'maxLength' },
          { path: 'altEn', messageKey: 'oneLine' },
        ],
      ],
    ] as const)
      expect((await say(body)).problem).toMatchObject({ status: 400, errors });
    expect((await shown())?.alt).toEqual(words);

    expect((await say(decorative)).reply.alt).toEqual({ fr: '', en: '' });
    await remove();
  });

  it('S1.9 is changed by admins of that system only', async () => {
    for (const [who, status] of [
      [portal.nobody, 401],
      [await portal.as('student', 3), 403],
      [await portal.as('support', 3), 403],
      [await portal.as('admin', 2), 403],
    ] as const) {
      expect((await send(makePng(1200, 300), who)).status).toBe(status);
      expect((await remove(who)).status).toBe(status);
    }
    expect(await shown()).toBeNull();
  });

  it.each([
    ['no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, 'banner.wrongKind'],
    ['too narrow', makePng(599, 200), 400, 'banner.wrongSize'],
    ['too wide', makeWebp('VP8X', 5001, 400), 400, 'banner.wrongSize'],
    ['too low', makePng(700, 79), 400, 'banner.wrongSize'],
    ['too high', makePng(700, 351), 400, 'banner.wrongSize'],
    ['too heavy', Buffer.alloc(bannerMaxBytes + 1, 1), 413, 'request.tooLarge'],
  ])('that is %s is refused, and the previous one stays', async (_why, bytes, status, code) => {
    const { reply: before } = await send(makePng(800, 200));
    const answer = await send(bytes);
    expect([answer.status, answer.problem.code]).toEqual([status, code]);
    expect(await shown()).toEqual(before);
  });
});
