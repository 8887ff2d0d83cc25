import { changeMailFrames, listMailFrames, listSystems } from '@guichet/contract/systems/systems';
import { getUniversity, saveUniversity } from '@guichet/contract/systems/university';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';

let portal: TestPortal;
let superAdmin: Caller;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal({ UNIVERSITY_PHONE: '613 555-0100' });
  superAdmin = await portal.superAdmin();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const change = (who: Caller, systemIds: number[], fields: object) =>
  who.call(changeMailFrames, { body: { systemIds, ...fields } });
const stored = async (id: number) =>
  (await superAdmin.call(listSystems)).reply.find((system) => system.id === id);
const linesOf = async (systemId: number) =>
  (
    await portal.context.database.read
      .selectFrom('audit_lines')
      .select('detail')
      .where('action', '=', 'system.changed')
      .where('system_id', '=', systemId)
      .orderBy('id')
      .execute()
  ).map(({ detail }) => detail);

async function allow(senderDomains: string) {
  const { fr, en, version } = (await superAdmin.call(getUniversity)).reply;
  return superAdmin.call(saveUniversity, { body: { fr, en, senderDomains, version } });
}

test('an administrator sets reply address, telephone and office of their system, and what is left out or equal stays', async () => {
  const { reply } = await change(admin, [3], { replyTo: 'dc@nord.ca', officeFr: 'Bureau 12' });
  expect(reply).toMatchObject([{ id: 3, replyTo: 'dc@nord.ca', officeFr: 'Bureau 12', phone: null }]);
  await change(admin, [3], { phone: ' 613 555-0133 ', replyTo: 'dc@nord.ca' });
  expect(await stored(3)).toMatchObject({
    replyTo: 'dc@nord.ca',
    officeFr: 'Bureau 12',
    phone: '613 555-0133',
  });
  await change(admin, [3], { phone: '613 555-0133' });
  expect(await linesOf(3)).toEqual([
    {
      before: { replyTo: null, officeFr: null },
      after: { replyTo: 'dc@nord.ca', officeFr: 'Bureau 12' },
    },
    { before: { phone: null }, after: { phone: '613 555-0133' } },
  ]);
  const frames = (await admin.call(listMailFrames)).reply;
  expect(frames.systems).toMatchObject([{ id: 3, phone: '613 555-0133' }]);
  expect(frames.university).toMatchObject({
    phone: '613 555-0100',
    replyTo: null,
    // The sender of a mail for which none is stated.
    emailFrom: expect.stringMatching(/^no-reply@/),
    emailFromName: expect.stringMatching(/./),
    emailFromNameEn: expect.stringMatching(/./),
  });
  expect((await change(admin, [3], { phone: '' })).reply[0]?.phone).toBeNull();
});

test('frames are for administrators of each of the systems, and a call that names another one changes none', async () => {
  const support = await portal.as('support', 3);
  for (const [who, status] of [
    [portal.nobody, 401],
    [support, 403],
    [await portal.as('admin', 2), 403],
  ] as const) {
    expect((await change(who, [3], { phone: '613 555-0111' })).status).toBe(status);
  }
  expect([await portal.nobody.call(listMailFrames), await support.call(listMailFrames)]).toMatchObject([
    { status: 401 },
    { status: 403 },
  ]);
  expect((await change(admin, [3, 2], { phone: '613 555-0111' })).problem.code).toBe('access.denied');
  expect((await change(superAdmin, [3, 999], { phone: '613 555-0111' })).problem.code).toBe(
    'system.notFound',
  );
  expect((await change(admin, [], { phone: '613 555-0111' })).problem.errors).toEqual([
    { path: 'systemIds', messageKey: 'required' },
  ]);
  expect((await stored(3))?.phone).not.toBe('613 555-0111');
});

test('a super admin sets one value in all systems at once, with a line for each that changed', async () => {
  await change(superAdmin, [5], { phone: '613 555-0155' });
  const all = [1, 2, 4, 5];
  const { reply } = await change(superAdmin, [...all, 5], { phone: '613 555-0155' });
  expect(reply.map(({ id, phone }) => [id, phone])).toEqual(all.map((id) => [id, '613 555-0155']));
  for (const id of all) expect(await linesOf(id)).toHaveLength(1);
});

test('an administrator chooses a sender within the domains that a super admin has allowed; theirs may stay or go', async () => {
  const sender = (emailFrom: string, who = admin) => change(who, [3], { emailFrom });
  const allowed = async (who: Caller) => (await who.call(listMailFrames)).reply.senderDomains;
  const outside = [{ path: 'emailFrom', messageKey: 'senderDomain' }];
  expect((await sender('dc@nord.ca')).problem.errors).toEqual(outside);
  expect((await sender('dc@ailleurs.example', superAdmin)).status).toBe(200);
  expect((await sender('dc@ailleurs.example')).status).toBe(200);

  expect((await allow('nord, exemple.ca')).problem.errors).toEqual([
    { path: 'senderDomains', messageKey: 'domains' },
  ]);
  expect((await allow('Nord.ca; exemple.ca')).reply).toMatchObject({ senderDomains: 'nord.ca, exemple.ca' });
  expect([await allowed(admin), await allowed(superAdmin)]).toEqual(['nord.ca, exemple.ca', null]);
  for (const address of ['dc@sub.nord.ca', 'dc@nord.ca.example', 'dc@autre.ca', 'nord.ca@autre.ca'])
    expect((await sender(address)).problem.errors).toEqual(outside);
  expect((await sender('Examens@NORD.ca')).reply[0]?.emailFrom).toBe('Examens@NORD.ca');
  // A form that states no domains leaves them as they are.
  const { fr, en, version } = (await superAdmin.call(getUniversity)).reply;
  await superAdmin.call(saveUniversity, { body: { fr, en, version } });
  expect(await allowed(admin)).toBe('nord.ca, exemple.ca');
  expect((await sender('')).reply[0]?.emailFrom).toBeNull();
});
