import { expect, test } from 'vitest';
import { someFoundUser } from '../../../testing/samples.ts';
import { foundUsersFileRows } from './foundUsersFile.ts';

const columns = {
  isActive: 'A',
  name: 'N',
  email: 'C',
  subscriptionDate: 'I',
  lastVisitDate: 'V',
  profession: 'P',
  attestation: 'T',
  numberOfWorkshops: 'H',
};

test('the file has a row per person; what nobody knows is empty, not a dash', () => {
  const users = [
    someFoundUser({
      profession: 'Infirmière',
      lastVisitDate: new Date('2027-03-01T15:00:00Z'),
      attestation: 2,
    }),
    someFoundUser({ isActive: false, numberOfWorkshops: 1 }),
  ];
  const words = { columns, yes: 'Oui', no: 'Non', dateTime: (instant: Date) => instant.toISOString() };
  expect(foundUsersFileRows(users, words)).toEqual([
    ['N', 'C', 'A', 'I', 'V', 'P', 'T', 'H'],
    [
      'Zoé Côté',
      'zoe.cote@exemple.ca',
      'Oui',
      '2026-09-01',
      '2027-03-01T15:00:00.000Z',
      'Infirmière',
      '2',
      '0',
    ],
    ['Zoé Côté', 'zoe.cote@exemple.ca', 'Non', '2026-09-01', '', '', '0', '1'],
  ]);
});
