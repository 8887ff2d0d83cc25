import { personTextNames, textsAs } from '@guichet/contract/users.personTexts';
import { expect, test } from 'vitest';
import { formatsFor } from '../../../../platform/i18n/formats.ts';
import { someFoundUser } from '../../../../testing/samples.ts';
import { foundUsersFileRows } from './foundUsersFile.ts';

const columns = {
  ...textsAs(personTextNames, (name) => name),
  isActive: 'A',
  name: 'N',
  email: 'C',
  studentNumber: 'E',
  subscriptionDate: 'I',
  lastVisitDate: 'V',
  profession: 'P',
  attestation: 'T',
  numberOfWorkshops: 'H',
};

test('the file has a row per person; an unknown value is empty, not a dash', () => {
  const users = [
    someFoundUser({
      profession: 'Infirmière',
      studentNumber: '300123456',
      lastVisitDate: new Date('2027-03-01T15:00:00Z'),
      attestation: 2,
    }),
    someFoundUser({ isActive: false, numberOfWorkshops: 1 }),
  ];
  const { day } = formatsFor('fr');
  const dateTime = (instant: Date) => instant.toISOString();
  const words = { columns, yes: 'Oui', no: 'Non', day, dateTime };
  expect(foundUsersFileRows(users, words)).toEqual([
    ['N', 'C', 'E', 'A', 'I', 'V', 'P', 'T', 'H'],
    [
      'Zoé Côté',
      'zoe.cote@exemple.ca',
      '300123456',
      'Oui',
      '01/09/2026',
      '2027-03-01T15:00:00.000Z',
      'Infirmière',
      '2',
      '0',
    ],
    ['Zoé Côté', 'zoe.cote@exemple.ca', '', 'Non', '01/09/2026', '', '', '0', '1'],
  ]);
});
