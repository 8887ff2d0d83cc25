import { createExamSpace } from '@guichet/contract/exams/exams';
import { listSimilarNames, searchUsers } from '@guichet/contract/identity/users.search';
import { importCandidates } from '@guichet/contract/imports/imports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';

let portal: TestPortal;
let support: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  support = await portal.as('support', 3);
  await place(3, [
    'Océane;Tremblay;o.t@exemple.ca',
    'Luc;Tremblay;luc@exemple.ca',
    'Luc;Tremblay;l2@exemple.ca',
  ]);
  await place(3, ['Ana;Beaulieu;ana@exemple.ca']);
  await place(2, ['Guy;Tremblais;guy@exemple.ca']);
});
afterAll(() => portal.close());

async function place(systemId: number, lines: readonly string[]) {
  const admin = await portal.as('admin', systemId);
  const body = { title: lines.slice(0, 3).join(), examDate: '2027-04-30' };
  const { reply: exam } = await admin.call(createExamSpace, { params: { systemId }, body });
  const file = { name: 'liste.csv', bytes: ['Prénom;Nom;Courriel', ...lines].join('\n') };
  const order = { systemId, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: false };
  expect((await admin.call(importCandidates, { body: order, file })).reply).toBe(lines.length);
}

const similarTo = async (search: string, caller = support) =>
  (await caller.call(listSimilarNames, { query: { search } })).reply;
const namesLike = async (search: string, caller = support) =>
  (await similarTo(search, caller)).map(({ name }) => name);

test('a misspelt name finds nobody, and the name that is written almost like it, whoever has it', async () => {
  const body = { filters: [{ searchTerm: 'Trembley' }] };
  expect((await support.call(searchUsers, { body })).reply.totalItems).toBe(0);
  expect(await namesLike('Trembley')).toEqual(['Tremblay']);
  // The nearest name comes first, whatever the accents and the order of the words.
  expect((await namesLike('TREMBLÉY, océanne'))[0]).toBe('Océane Tremblay');
  expect(await namesLike('Bolieu')).toEqual([]);
  expect(await namesLike('Beaulieux')).toEqual(['Beaulieu']);
  expect(await namesLike('Oceanne')).toEqual(['Océane']);
});

test('the nearest of many people, each once, wherever they stand', async () => {
  const names = Array.from(
    { length: 600 },
    (_, n) => `Léo;${n % 300 === 7 ? 'Vaillancourt' : 'Roy'};leo${n}@exemple.ca`,
  );
  await place(3, names);
  expect(await namesLike('Vaillancour')).toEqual(['Vaillancourt']);
  expect((await namesLike('Vaillancourt Léa')).at(0)).toBe('Léo Vaillancourt');
});

test('a caller’s right name finds whoever stands there misspelt, by name and address where they alone have it', async () => {
  await place(3, [
    'Julie;Bouchar;julie@exemple.ca',
    'Owen;Whitfeild;owen@exemple.ca',
    'Priya;Ramanathan;priya@exemple.ca',
    'Ann;White;ann@exemple.ca',
  ]);
  const found = async (search: string) =>
    (await similarTo(search)).map(({ name, person }) => [name, person?.fullName, person?.email]);
  expect(await found('bouchard')).toEqual([['Bouchar', 'Julie Bouchar', 'julie@exemple.ca']]);
  expect(await found('Ramanatan')).toEqual([['Ramanathan', 'Priya Ramanathan', 'priya@exemple.ca']]);
  const owen = [['Owen Whitfeild', 'Owen Whitfeild', 'owen@exemple.ca']];
  expect(await found('whitefield')).toEqual(owen);
  expect(await found('WHITEFIELD, Ow')).toEqual(owen);
  expect(await found('whitefield Anna')).toEqual([]);
  expect(await similarTo('whitefield', await portal.as('support', 2))).toEqual([]);
  expect((await similarTo('Trembley')).map(({ person }) => person)).toEqual([null]);
});

test('a search of 200 characters costs no more than that of a long name', async () => {
  expect(await namesLike(`Trembley ${'abcdefghij '.repeat(17)}`)).toEqual(
    await namesLike('Trembley abcdefghij'),
  );
});

test('only names of people whom the caller sees; nothing for a number, a blank or a pattern', async () => {
  expect(await namesLike('Trembley', await portal.as('support', 2))).toEqual(['Tremblais']);
  expect(await namesLike('Trembley', await portal.superAdmin())).toHaveLength(2);
  for (const search of ['', '  ', '300111222', '%', '_____'])
    expect(await namesLike(search), search).toEqual([]);
  expect((await portal.nobody.call(listSimilarNames, { query: { search: 'a' } })).status).toBe(401);
  const student = await portal.as('student', 3);
  expect((await student.call(listSimilarNames, { query: { search: 'a' } })).status).toBe(403);
});

test('a name typed without its space finds it as well', async () => {
  await place(3, ['Jean Pierre;Nadon;jpn@exemple.ca']);
  expect(await namesLike('jeanpierre')).toEqual(['Jean Pierre']);
});
