import { sortFound } from '@guichet/contract/identity/users.order';
import { type SortField, searchUsers, sortFields } from '@guichet/contract/identity/users.search';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { makePerson, makePlainExam } from '../fixtures/people.ts';

let portal: TestPortal;
let admin: Caller;

/** Difficult sort cases: accents, ligatures, apostrophes, spaces, both ends of Unicode. */
const names =
  `Zoé zoe ZOÉ Œuvrard oeuvrard Oe O’Brien O'Brien Obrien ÉMILE Emile Émile Æsir Łukasz Strauß İnci ΟΔΟΣ Οδος
  Nguyễn Jean-Luc Jean–Luc Jean ﬁn fin \u{e000}a \u{ffee} \u{20000} \u{1f600} 漢 _ ~ ´`.split(/\s+/);
const professions = [
  'Avocat',
  'avocat',
  'Œnologue',
  'Oenologue',
  'École',
  'ecole',
  '\u{20000}',
  '\u{e000}',
  null,
];
const someText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 });
const storable = someText.filter((text) => text.isWellFormed() && !text.includes('\0'));
const someName = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...names) }, storable);
const someMoment = fc
  .integer({ min: 0, max: 5 })
  .map((n) => new Date(Date.UTC(2027, 0, 1 + n / 2, n, 0, 0, n)));
const somebody = fc.record({
  firstName: someName,
  lastName: someName,
  profession: fc.constantFrom(...professions),
  row: fc.record({
    created_at: someMoment,
    last_visit_at: fc.option(someMoment),
    deactivated_at: fc.option(someMoment),
  }),
});

beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  const ids: number[] = [];
  for (const given of fc.sample(somebody, { numRuns: 250, seed: 7 }))
    ids.push(await makePerson(portal, given));
  ids.push(await makePerson(portal, { firstName: '´', lastName: '´' }));
  const some = (every: number) => ids.filter((_, at) => at % every === 0);
  await makePlainExam(portal, { title: 'Hiver', userIds: some(2), attested: some(6) });
  await makePlainExam(portal, { title: 'Automne', userIds: some(3), attested: some(12) });
});
afterAll(() => portal.close());

async function found(sortField: SortField, sortDirection: 1 | -1) {
  const body = { filters: [{ pageSize: 1000 }], sortParams: { sortField, sortDirection } };
  return (await admin.call(searchUsers, { body })).reply.data;
}

it.each(sortFields)('S5.33 a client that holds all people sorts by %s as the server does', async (field) => {
  const byVisit = await found('lastVisitDate', -1);
  expect(byVisit.length).toBeGreaterThan(250);
  for (const direction of [1, -1] as const) {
    const answered = await found(field, direction);
    expect(sortFound(byVisit, { field, descending: direction === -1 })).toEqual(answered);
  }
});
