import { personTextNames, textsAs } from '@guichet/contract/core/personTexts';
import { expect, test } from 'vitest';
import { someFoundUser } from '../../../../testing/samples.ts';
import { foundUsersFileRows } from './foundUsersFile.ts';

const columns = {
  ...textsAs(personTextNames, (name) => name),
  isActive: 'A',
  name: 'N',
  email: 'C',
  roles: 'R',
  subscriptionDate: 'I',
  lastVisitDate: 'V',
  attestation: 'T',
  numberOfWorkshops: 'H',
};

test('the file has a column per fact and a row per person; an unknown value is empty, not a dash', () => {
  const users = [
    someFoundUser({
      ...textsAs(personTextNames, (name) => `of Zoé: ${name}`),
      lastVisitDate: new Date('2027-03-01T15:00:00Z'),
      attestation: 2,
      roles: ['DC', 'PDI'],
    }),
    someFoundUser({ isActive: false, numberOfWorkshops: 1 }),
  ];
  const roleWords = (name: string) => `Candidature – ${name}`;
  const words = { columns, roleWords, yes: 'Oui', no: 'Non' };
  const [headings = [], ...rows] = foundUsersFileRows(users, words);
  expect(headings.map(String).toSorted()).toEqual(Object.values(columns).toSorted());
  expect(headings.filter((heading) => String(heading).length === 1)).toEqual([
    'N',
    'C',
    'R',
    'A',
    'I',
    'V',
    'T',
    'H',
  ]);
  expect(
    rows.map((row) => Object.fromEntries(headings.map((heading, at) => [String(heading), row[at]]))),
  ).toEqual([
    {
      ...textsAs(personTextNames, (name) => `of Zoé: ${name}`),
      N: 'Zoé Côté',
      C: 'zoe.cote@exemple.ca',
      R: 'Candidature – DC, Candidature – PDI',
      A: 'Oui',
      I: { day: '2026-09-01' },
      V: new Date('2027-03-01T15:00:00Z'),
      T: 2,
      H: 0,
    },
    {
      ...textsAs(personTextNames, () => ''),
      N: 'Zoé Côté',
      C: 'zoe.cote@exemple.ca',
      R: '',
      A: 'Non',
      I: { day: '2026-09-01' },
      V: '',
      T: 0,
      H: 1,
    },
  ]);
});
