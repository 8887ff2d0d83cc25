import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBroadcast, getBroadcast, saveBroadcast } from '@guichet/contract/systems/broadcast';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { createPortal, type Portal } from '../../app.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';

const texts = { fr: 'Panne <b>samedi</b> & dimanche', en: 'Outage on Saturday' };
const always = { startDay: '', startHour: '', endDay: '', endHour: '' };
const dist = mkdtempSync(join(tmpdir(), 'guichet-broadcast-'));
writeFileSync(
  join(dist, 'index.html'),
  readFileSync(join(import.meta.dirname, '../../../../web/index.html'), 'utf8'),
);

let portal: TestPortal;
let pages: Portal;
let superAdmin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
  pages = await createPortal(portal.context, dist);
});
beforeEach(() => systemTransaction(portal.context, (tx) => tx.deleteFrom('broadcast').execute()));
afterAll(async () => {
  await pages.app.close();
  await portal.close();
  rmSync(dist, { recursive: true });
});

const save = (form: Partial<typeof always & typeof texts>, version = 0) =>
  superAdmin.call(saveBroadcast, { body: { ...texts, ...always, ...form, version } });
const shown = async () => (await portal.nobody.call(findBroadcast)).reply;
const place = async () => {
  const { body } = await pages.app.inject({ url: '/login' });
  return /<div id="broadcast">(.*?)<\/div>/.exec(body)?.[1];
};

test('a text shows to visitors and in every page, in both languages and escaped, until it is taken down', async () => {
  expect(await shown()).toEqual({ shown: null });
  expect(await place()).toBe('');
  expect((await save({})).reply).toEqual({ ...texts, ...always, version: 1, isShown: true });
  expect(await shown()).toEqual({ shown: texts });
  expect(await place()).toMatch(
    /^<aside lang="fr" [^>]*><p [^>]*>Panne &#60;b&#62;samedi&#60;\/b&#62; &#38; dimanche<\/p><\/aside><aside lang="en" [^>]*><p [^>]*>Outage on Saturday<\/p><\/aside>$/,
  );
  expect((await save({ fr: '', en: '' }, 1)).reply).toMatchObject({ fr: '', version: 2, isShown: false });
  expect(await shown()).toEqual({ shown: null });
  expect(await place()).toBe('');
  const lines = await portal.context.database.read
    .selectFrom('audit_lines')
    .select(['action', 'detail'])
    .where('action', 'like', 'broadcast.%')
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    { action: 'broadcast.saved', detail: { before: { fr: '', en: '' }, after: texts } },
    { action: 'broadcast.takenDown', detail: { before: texts, after: { fr: '', en: '' } } },
  ]);
});

test('a text in one language shows in both and is kept in its own; equal values are not written again', async () => {
  expect((await save({ fr: '' })).reply).toMatchObject({ fr: '', en: texts.en, version: 1, isShown: true });
  expect(await shown()).toEqual({ shown: { fr: texts.en, en: texts.en } });
  expect((await save({ fr: '' }, 1)).reply).toMatchObject({ version: 1 });
  expect((await save({ fr: '', en: 'Until noon' }, 1)).reply).toMatchObject({ fr: '', en: 'Until noon' });
  expect(await shown()).toEqual({ shown: { fr: 'Until noon', en: 'Until noon' } });
});

test('without an hour it shows to the end of its last day, which may be today, also where the clocks change', async () => {
  expect((await save({ endDay: '2027-01-11' })).reply).toMatchObject({ endHour: '', isShown: true });
  for (const endDay of ['2027-03-14', '2027-11-07', '9999-12-30']) {
    const { version } = (await superAdmin.call(getBroadcast)).reply;
    expect((await save({ endDay }, version)).reply).toMatchObject({ endDay, endHour: '' });
  }
  const { version } = (await superAdmin.call(getBroadcast)).reply;
  const oneDay = { startDay: '2027-01-12', endDay: '2027-01-12' };
  expect((await save(oneDay, version)).reply).toMatchObject({ ...oneDay, endHour: '', isShown: false });
});

test.each([
  [{ endDay: '2020-01-01' }, 'endDay', 'dateInPast'],
  [{ startDay: '2099-01-02', endDay: '2099-01-02', endHour: '00:00' }, 'endHour', 'endBeforeStart'],
  [{ endDay: '9999-12-31' }, 'endDay', 'date'],
  [{ startHour: '10:00' }, 'startDay', 'required'],
  [{ endHour: '25:00', endDay: '2099-01-01' }, 'endHour', 'time'],
  [{ fr: 'x'.repeat(281) }, 'fr', 'maxLength'],
  [{ fr: 'deux\nlignes' }, 'fr', 'oneLine'],
])('%o is refused at %s, and nothing is written', async (form, path, messageKey) => {
  const refused = await save(form);
  expect(refused.status).toBe(400);
  expect(refused.problem.errors).toEqual([expect.objectContaining({ path, messageKey })]);
  expect((await superAdmin.call(getBroadcast)).reply).toMatchObject({ version: 0, fr: '' });
});

test('of two who save the same version, the second overwrites nothing', async () => {
  const both = await Promise.all([save({}), save({ fr: 'Un autre texte' })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const late = await save({ fr: 'Encore un autre' });
  expect(late.problem.code).toBe('broadcast.changedMeanwhile');
  expect((await superAdmin.call(getBroadcast)).reply).toMatchObject({ version: 1 });
});

test('it shows from its start to its end, by the clock of the university’s zone', async () => {
  // 10:00 of 11 January in Toronto.
  const { clock } = portal.context;
  const times = { startDay: '2027-01-11', startHour: '10:30', endDay: '2027-01-11', endHour: '' };
  expect((await save(times)).reply).toMatchObject({ ...times, isShown: false });
  expect(await shown()).toEqual({ shown: null });
  clock.advance(30 * 60);
  expect(await shown()).toEqual({ shown: texts });
  clock.advance(13.5 * 3600 - 1);
  expect(await shown()).toEqual({ shown: texts });
  clock.advance(1);
  expect(await shown()).toEqual({ shown: null });
  expect(await place()).toBe('');
});
