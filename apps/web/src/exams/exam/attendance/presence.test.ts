import { expect, test } from 'vitest';
import { someUser } from '../../../testing/samples.ts';
import { formatListName, inOrder } from './presence.ts';

test('a last name comes before the double names that begin with it, and a single name among the last names', () => {
  const names = [
    ['Anne', 'Baron-Caron'],
    ['Zoé', 'Baron'],
    ['Éloi', 'Baron'],
    ['Béa', ''],
    ['Ali', 'Côté'],
  ].map(([firstName = '', lastName = ''], id) => someUser({ id, firstName, lastName }));
  const sorted = inOrder(names, 'fr').map(formatListName);
  expect(sorted).toEqual(['Baron, Éloi', 'Baron, Zoé', 'Baron-Caron, Anne', 'Béa', 'Côté, Ali']);
});

test('an apostrophe and a ligature count as a reader reads them', () => {
  const names = ["d'Entremont", 'Denis', 'Dubé', "L'Hœureux", 'Lheureux', 'Lhomme'];
  const people = names.toReversed().map((lastName, id) => someUser({ id, firstName: 'Anne', lastName }));
  expect(inOrder(people, 'fr').map(({ lastName }) => lastName)).toEqual([
    'Denis',
    "d'Entremont",
    'Dubé',
    'Lheureux',
    "L'Hœureux",
    'Lhomme',
  ]);
});
