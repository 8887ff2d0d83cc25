import { roles } from '@guichet/contract/core/access';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeOfRoles, type HeldRole, isSeen, mayLock, mayManage, type TenantScope } from './userRights.ts';

const role = fc
  .record({ role: fc.constantFrom(...roles), systemId: fc.integer({ min: 1, max: 4 }) })
  .map((held): HeldRole => (held.role === 'superAdmin' ? { ...held, systemId: null } : held));
const held = fc.uniqueArray(role, {
  maxLength: 6,
  selector: ({ role: name, systemId }) => `${name} ${systemId}`,
});
const tenantScope: fc.Arbitrary<TenantScope> = fc.oneof(
  fc.constant('all' as const),
  fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
);

describe('who may manage whom', () => {
  it.each<[string, TenantScope, HeldRole[], boolean]>([
    ['a student of the own system', [2], [{ role: 'student', systemId: 2 }], true],
    ['another admin of the own system', [2], [{ role: 'admin', systemId: 2 }], true],
    [
      'somebody who is also a student elsewhere',
      [2],
      [
        { role: 'student', systemId: 2 },
        { role: 'student', systemId: 3 },
      ],
      false,
    ],
    [
      'somebody of two systems, both the own',
      [2, 3],
      [
        { role: 'student', systemId: 2 },
        { role: 'admin', systemId: 3 },
      ],
      true,
    ],
    [
      'a super admin',
      [2],
      [
        { role: 'student', systemId: 2 },
        { role: 'superAdmin', systemId: null },
      ],
      false,
    ],
    ['somebody of no system', [2], [], false],
    ['a stranger', [2], [{ role: 'student', systemId: 3 }], false],
    ['anybody, for a super admin', 'all', [{ role: 'superAdmin', systemId: null }], true],
  ])('%s', (_who, within, roles, may) => {
    expect(mayManage(within, roles)).toBe(may);
  });

  it('nobody outside the scope can be managed, and a larger scope never removes a right', () => {
    fc.assert(
      fc.property(tenantScope, held, fc.integer({ min: 1, max: 4 }), (within, roles, more) => {
        const may = mayManage(within, roles);
        if (may) expect(isSeen(within, roles)).toBe(true);
        if (may && within !== 'all') expect(mayManage([...within, more], roles)).toBe(true);
      }),
    );
  });
});

describe('the change of roles', () => {
  it('leaves exactly the wanted roles within the scope, and all others unchanged', () => {
    fc.assert(
      fc.property(tenantScope, held, held, (within, before, asked) => {
        const isWithin = ({ systemId }: HeldRole) =>
          within === 'all' || (systemId !== null && within.includes(systemId));
        const wanted = asked.filter(isWithin);
        const { given, taken } = changeOfRoles(within, before, wanted);
        const after = [...before.filter((one) => !taken.includes(one)), ...given];
        const text = (list: HeldRole[]) =>
          list.map(({ role: name, systemId }) => `${name} ${systemId}`).sort();
        expect(text(after.filter(isWithin))).toEqual(text(wanted));
        expect(text(after.filter((one) => !isWithin(one)))).toEqual(
          text(before.filter((one) => !isWithin(one))),
        );
      }),
    );
  });
});

describe('who may lock whom in an emergency', () => {
  const held = (role: HeldRole['role'], systemId: number | null, day: number) => ({
    role,
    systemId,
    grantedAt: new Date(Date.UTC(2027, 0, day)),
  });
  it.each<[string, TenantScope, ReturnType<typeof held>[], boolean, boolean?]>([
    [
      'one’s own, who was imported elsewhere later',
      [3],
      [held('student', 3, 1), held('student', 2, 2)],
      true,
    ],
    [
      'one’s own, who was given a staff role elsewhere later',
      [3],
      [held('student', 3, 1), held('admin', 2, 2)],
      true,
    ],
    [
      'somebody else’s, whom one has imported, before an exam here',
      [2],
      [held('student', 3, 1), held('student', 2, 2)],
      false,
      true,
    ],
    [
      'somebody of both, whoever had them first (readings §5)',
      [2],
      [held('student', 3, 1), held('student', 2, 2)],
      true,
    ],
    [
      'somebody else’s staff, whom one has imported',
      [2],
      [held('support', 3, 1), held('student', 2, 2)],
      false,
    ],
    [
      'one’s own staff, who was a student elsewhere before',
      [2],
      [held('student', 3, 1), held('admin', 2, 2)],
      true,
    ],
    ['a super admin', [3], [held('admin', 3, 1), held('superAdmin', null, 2)], false],
    ['a stranger', [4], [held('student', 3, 1)], false],
    ['anybody, for a super admin', 'all', [held('superAdmin', null, 1)], true],
  ])('%s', (_who, within, roles, may, isGuest = false) => {
    expect(mayLock(within, roles, { isGuest })).toBe(may);
  });
});
