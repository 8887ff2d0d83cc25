import type { Language } from '@guichet/contract/core/language';
import { compareMessage, type Message, saveMessage } from '@guichet/contract/mail/messages';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Caller, madePassword, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { getMessage, listMessageGaps } from './messages.service.ts';

let portal: TestPortal;
let admin: Caller;
let texts = 0;
const email = 'redactrice@guichet.test';

beforeAll(async () => {
  portal = await openTestPortal();
  await portal.make('admin', 3, { email });
});
beforeEach(async () => {
  await pass(86_400);
  await write('fr');
  await pass(7200);
  await write('en');
});
afterAll(() => portal.close());

const of = (languageId: Language) => ({ params: { systemId: 3, languageId } });
const read = (language: Language) =>
  getMessage(portal.context.database.read, { systemId: 3, kind: 'invitation', language });
const gap = async () => (await listMessageGaps(portal.context.database.read, [3]))[0]?.gap;
const save = (language: Language, subject: string, by = admin) =>
  by.call(saveMessage, { ...of(language), body: { subject, body: '<p>Texte</p>' } });
const write = (language: Language, by = admin) => save(language, `Objet ${++texts}`, by);
const compare = (language: Language, body: { savedAt: Date | null; comparedTo: Date }, by = admin) =>
  by.call(compareMessage, { ...of(language), body });
const at = ({ savedAt }: Message) => savedAt as Date;
const linesOf = () =>
  portal.context.database.read
    .selectFrom('audit_lines')
    .select(['subject', 'detail'])
    .where('action', '=', 'message.compared')
    .execute();

/** Lets this time pass, then signs the same person in again. */
async function pass(seconds: number) {
  portal.context.clock.advance(seconds);
  admin = await portal.signIn(email, madePassword);
}

it('whoever saves both languages within an hour has them match; whoever saves one alone does not', async () => {
  expect(await gap()).toBe('olderFr');
  await pass(3600);
  await write('fr');
  expect(await gap()).toBe(null);
  await pass(3601);
  await write('fr');
  expect(await gap()).toBe('olderEn');
  await pass(1);
  await write('en');
  expect(await gap()).toBe(null);
});

it('whoever changes one language alone after both is told of the other, however soon', async () => {
  await write('fr');
  expect(await gap()).toBe(null);
  await pass(420);
  await write('fr');
  expect(await gap()).toBe('olderEn');
  await write('fr');
  expect(await gap()).toBe('olderEn');
  await write('en');
  expect(await gap()).toBe(null);
});

it('a language that was empty and is written in the same hour matches the other', async () => {
  await save('en', '');
  await write('fr');
  await pass(60);
  await write('en');
  expect(await gap()).toBe(null);
});

it('the text that was saved first is behind the last text of the other language that another person saves, at once', async () => {
  expect(await gap()).toBe('olderFr');
  await write('en', await portal.as('admin', 3));
  expect(await gap()).toBe('olderFr');
});

it('an administrator records that an older message matches the later one, once, until either is changed', async () => {
  await pass(7200);
  await write('en');
  const [fr, en] = [await read('fr'), await read('en')];
  expect(await gap()).toBe('olderFr');
  const before = (await linesOf()).length;
  const { reply } = await compare('fr', { savedAt: fr.savedAt, comparedTo: at(en) });
  expect([reply, await gap()]).toEqual([true, null]);
  expect((await linesOf()).slice(before)).toMatchObject([
    { subject: 'message:3:fr', detail: { language: 'fr' } },
  ]);
  expect(await read('fr')).toEqual({ ...fr, comparedTo: en.savedAt });
  await pass(7200);
  await write('en');
  expect(await gap()).toBe('olderFr');
});

it('nothing is recorded for a text that was saved since it was read', async () => {
  await pass(7200);
  await write('en');
  const [fr, en] = [await read('fr'), await read('en')];
  await write('en');
  const before = await linesOf();
  expect((await compare('fr', { savedAt: fr.savedAt, comparedTo: at(en) })).reply).toBe(false);
  const now = at(await read('en'));
  expect((await compare('fr', { savedAt: new Date(0), comparedTo: now })).reply).toBe(false);
  expect([await gap(), await linesOf()]).toEqual(['olderFr', before]);
});

it('saving the older message as it is counts as such a comparison, saving the later one does not', async () => {
  await pass(7200);
  await write('en');
  const [fr, en] = [await read('fr'), await read('en')];
  await save('en', en.subject);
  expect(await gap()).toBe('olderFr');
  const before = (await linesOf()).length;
  expect((await save('fr', fr.subject)).reply).toEqual({ ...fr, comparedTo: en.savedAt });
  await save('fr', fr.subject);
  expect([await gap(), (await linesOf()).length]).toEqual([null, before + 1]);
});

it('a comparison is for administrators of that very system', async () => {
  const body = { savedAt: null, comparedTo: at(await read('en')) };
  expect((await compare('fr', body, portal.nobody)).status).toBe(401);
  expect((await compare('fr', body, await portal.as('support', 3))).status).toBe(403);
  expect((await compare('fr', body, await portal.as('admin', 2))).status).toBe(403);
});
