import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../portal.ts';
import type { Action, Held } from './model.ts';
import { openStage } from './stage.ts';

/** Repetitions of each race; the embedded database has one connection, so no races. */
const rounds = Number(process.env.RACE_ROUNDS ?? 25);

let portal: TestPortal;
let stage: Awaited<ReturnType<typeof openStage>>;
beforeAll(async () => {
  portal = await openTestPortal();
  stage = await openStage(portal);
});
afterAll(() => portal.close());

const holding = (...held: Held[]) => ({ held, guest: [], isActive: true, enrolled: [] });

async function activeSuperAdmins(): Promise<number> {
  const world = await stage.world();
  return [...world.values()].filter(({ isActive, held }) => isActive && held.includes('superAdmin')).length;
}

/** Ways to remove the rights of a super admin who is also an admin of system 3. */
const ways: Record<string, (target: number) => Action> = {
  deactivate: (target) => ({ kind: 'deactivate', targets: [target] }),
  setRoles: (target) => ({ kind: 'setRoles', target, roles: ['admin:3'], proof: 'none' }),
  delete: (target) => ({ kind: 'delete', target, system: 3 }),
};
const pairs = Object.keys(ways).flatMap((one) => Object.keys(ways).map((other) => [one, other] as const));

describe('two super admins at the same moment', () => {
  it.each(pairs)('one remains when one tries to %s and the other to %s', async (one, other) => {
    for (let round = 0; round < Math.ceil(rounds / 3); round++) {
      const [a = 0, b = 0] = await stage.people([
        holding('superAdmin', 'admin:3'),
        holding('superAdmin', 'admin:3'),
      ]);
      const [first, second] = [await stage.enter(a), await stage.enter(b)];
      const answers = await Promise.all([
        stage.send(first, ways[one]?.(b) as Action),
        stage.send(second, ways[other]?.(a) as Action),
      ]);
      const statuses = answers.map(({ status }) => status).sort();
      expect(await activeSuperAdmins(), `${statuses}`).toBe(1);
      expect([statuses[0], (statuses[1] ?? 0) >= 400 && (statuses[1] ?? 0) < 500]).toEqual([200, true]);
    }
  });
});

describe('a right that is removed while its holder acts', () => {
  it('is no longer used by a call that had to wait', async () => {
    for (let round = 0; round < rounds; round++) {
      const [root = 0, admin = 0, student = 0] = await stage.people([
        holding('superAdmin'),
        holding('admin:3', 'student:2'),
        holding('student:3'),
      ]);
      const [taker, giver] = [await stage.enter(root), await stage.enter(admin)];
      const [taken, given] = await Promise.all([
        stage.send(taker, { kind: 'setRoles', target: admin, roles: ['student:2'], proof: 'none' }),
        stage.send(giver, { kind: 'setRoles', target: student, roles: ['support:3'], proof: 'none' }),
      ]);
      expect(taken.status).toBe(200);
      if (given.status !== 200) continue;
      // Then the call was first.
      const { rows } = await sql<{ actor: number }>`
        select actor_id as actor from audit_lines where action = 'user.rolesChanged' order by id desc limit 2`.execute(
        portal.context.database.read,
      );
      expect(rows.map(({ actor }) => actor)).toEqual([root, admin]);
    }
  });
});
