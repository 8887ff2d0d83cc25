import type { ListedRole } from '@guichet/contract/identity/users.search';
import { expect, test } from 'vitest';
import { firstRole } from './RolePicker.tsx';

const offer = (name: string, systemId: number, role: ListedRole['role'] = 'admin'): ListedRole => ({
  name,
  role,
  systemId,
  mayGive: true,
  isArchived: false,
});
const dc = offer('Admin - DC', 3);
const np = offer('Admin - NP', 4);
const ac = offer('Admin - Ac', 6);

test.each([
  ['Admin - DC where it is offered, whatever the system', [np, dc], 4, 'Admin - DC'],
  ['the administrator of the own system elsewhere', [np, ac], 6, 'Admin - Ac'],
  [
    'the first administrator where there is no own system',
    [offer('NP', 4, 'student'), np, ac],
    null,
    'Admin - NP',
  ],
  ['what there is', [offer('NP', 4, 'student')], 4, 'NP'],
  ['nothing, where nothing may be given', [], 3, ''],
])('S5.13 at first a new user is %s', (_what, offered, systemId, name) => {
  expect(firstRole(offered, systemId)).toBe(name);
});
