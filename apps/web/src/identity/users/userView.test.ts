import type { ListedUser } from '@guichet/contract/identity/users';
import { expect, test } from 'vitest';
import { nextOrder } from '../../core/lists/order.ts';
import { someUser } from '../../testing/samples.ts';
import {
  type IndexedUser,
  indexUsers,
  listSimilarNames,
  searchUsers,
  sortUsers,
  type UserOrder,
  userColumns,
} from './userView.ts';

const inWords = (name: string) =>
  name.replace('Admin - ', 'Administration – ').replace(/^DC$/, 'Candidature – DC');
const users = indexUsers(
  [
    someUser({ id: 1, firstName: 'Zoé', lastName: 'Côté', email: 'zc@exemple.ca' }),
    someUser({ id: 2, firstName: 'zoe', lastName: 'Abel', email: 'b@exemple.ca', role: 'Admin - DC' }),
    someUser({ id: 3, firstName: 'Émile', lastName: 'cote', email: 'A@exemple.ca' }),
    someUser({ id: 4, firstName: 'emile', lastName: 'Zola', email: 'e@exemple.ca' }),
  ],
  inWords,
);

const idsOf = (rows: readonly { user: ListedUser }[]) => rows.map(({ user }) => user.id);
const sorted = (order: UserOrder | null) => idsOf(sortUsers(users, order));

test.each([
  ['Cotte', ['Zoé Côté', 'Émile cote']],
  ['zoe cote', ['Zoé Côté']],
  ['Emlie', ['Émile cote', 'emile Zola']],
  ['emille zolla', ['emile Zola']],
  ['Tremblay', []],
  ['1234567', []],
  ['', []],
])('of « %s », misspelt, the list offers the names that it has', (search, names) => {
  expect(listSimilarNames(users, search).map(({ name }) => name)).toEqual(names);
});

test('a name that several have is offered without a person', () => {
  const same = indexUsers(
    [...'ab'].map((letter, id) =>
      someUser({ id, firstName: 'Ada', lastName: 'Roy', email: `${letter}@x.ca` }),
    ),
    inWords,
  );
  expect(listSimilarNames(same, 'Adda Roy')).toEqual([{ name: 'Ada Roy', person: null }]);
});

test.each([
  ['ZOE', [1, 2]],
  ['côte', [1, 3]],
  ['a@EXEMPLE', [3]],
  ['  cote   zoé ', [1]],
  ['Côté, Zoé', [1]],
  ['', [1, 2, 3, 4]],
  ['personne', []],
])('S5.28 the search « %s » finds first name, last name and e-mail in any case', (search, ids) => {
  expect(idsOf(searchUsers(users, search))).toEqual(ids);
});

test('the search finds a name whatever its apostrophes and hyphens', () => {
  const marked = indexUsers(
    [
      someUser({ id: 1, firstName: 'Liam', lastName: "O'Connor", fullName: "Liam O'Connor" }),
      someUser({ id: 2, firstName: 'Jean-Pierre', lastName: 'Roy', fullName: 'Jean-Pierre Roy' }),
      someUser({ id: 3, firstName: 'Jeanpierre', lastName: 'Roy', fullName: 'Jeanpierre Roy' }),
      someUser({ id: 4, firstName: 'Jean Pierre', lastName: 'Roy', fullName: 'Jean Pierre Roy' }),
    ],
    inWords,
  );
  for (const asked of ['oconnor', 'O’Connor', 'o connor'])
    expect(idsOf(searchUsers(marked, asked))).toEqual([1]);
  for (const asked of ['jean pierre', 'Jean-Pierre', 'jeanpierre'])
    expect(idsOf(searchUsers(marked, asked))).toEqual([2, 3, 4]);
});

test('S5.29 the search also matches the role', () => {
  expect(idsOf(searchUsers(users, 'administration'))).toEqual([2]);
  expect(idsOf(searchUsers(users, 'Admin - DC'))).toEqual([2]);
});

test('the search matches the student number', () => {
  const numbered = indexUsers([someUser({ id: 5, studentNumber: 'A300123' }), someUser({ id: 6 })], inWords);
  expect(idsOf(searchUsers(numbered, 'a3001'))).toEqual([5]);
});

test('S5.30 sorting treats e, E, é and É as equal and is stable', () => {
  expect(sorted({ column: 'firstName', direction: 'ascending' })).toEqual([3, 4, 1, 2]);
  expect(sorted({ column: 'lastName', direction: 'ascending' })).toEqual([2, 1, 3, 4]);
});

test('S5.31 null comes first in ascending order, last in descending', () => {
  const [named] = indexUsers([someUser({ id: 1 })], inWords);
  const nameless = {
    user: someUser({ id: 9 }),
    keys: Object.fromEntries(userColumns.map((column) => [column, null])) as IndexedUser['keys'],
    listed: '',
  };
  const rows = named ? [named, nameless] : [];
  expect(idsOf(sortUsers(rows, { column: 'email', direction: 'ascending' }))).toEqual([9, 1]);
  expect(idsOf(sortUsers(rows, { column: 'email', direction: 'descending' }))).toEqual([1, 9]);
});

test('S5.32 each of the four columns sorts both ways; without an order the list is unchanged', () => {
  expect(sorted({ column: 'email', direction: 'ascending' })).toEqual([3, 2, 4, 1]);
  expect(sorted({ column: 'role', direction: 'descending' })).toEqual([1, 3, 4, 2]);
  expect(sorted(null)).toEqual([1, 2, 3, 4]);
});

test('S4.6 a column head cycles through ascending, descending, none; another head starts anew', () => {
  const first = nextOrder(null, 'email');
  const second = nextOrder(first, 'email');
  expect([first?.direction, second?.direction, nextOrder(second, 'email')]).toEqual([
    'ascending',
    'descending',
    null,
  ]);
  expect(nextOrder(second, 'role')).toEqual({ column: 'role', direction: 'ascending' });
});
