import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../portal.ts';
import {
  type Action,
  type Entrusted,
  type Held,
  judge,
  newcomer,
  opensMore,
  type Person,
  type World,
} from './model.ts';
import { openStage, systems } from './stage.ts';

/** The number of random worlds, and of actions in each; nightly runs may use more. */
const worlds = Number(process.env.PROMOTION_WORLDS ?? 25);
const maxActions = 14;

let portal: TestPortal;
let stage: Awaited<ReturnType<typeof openStage>>;
beforeAll(async () => {
  portal = await openTestPortal();
  stage = await openStage(portal);
});
afterAll(() => portal.close());

const held: fc.Arbitrary<Held> = fc.oneof(
  { weight: 1, arbitrary: fc.constant('superAdmin' as const) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom('student', 'support', 'admin', 'admin'), fc.constantFrom(...systems))
      .map(([role, id]) => `${role}:${id}` as Held),
  },
);
const someRoles = fc.uniqueArray(held, { minLength: 1, maxLength: 3 });
const person: fc.Arbitrary<Person> = fc
  .record({
    held: someRoles,
    isActive: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
    enrolled: fc.constant([]),
    guestOf: fc.option(fc.constantFrom(...systems)),
  })
  .map(({ guestOf, ...one }) => ({
    ...one,
    guest: one.held.filter((role) => role === `student:${guestOf}`),
  }));

/** People are chosen by index, modulo the size of the world, which changes. */
const who = fc.nat(20);
const system = fc.constantFrom(...systems);
const proof = fc.constantFrom('right', 'right', 'right', 'right', 'wrong', 'none');
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('create'), roles: someRoles, proof }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('setRoles'), target: who, roles: someRoles, proof }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('activate', 'deactivate', 'deactivate'),
      targets: fc.uniqueArray(who, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom('delete', 'delete', 'unenrol'), target: who, system }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('import'), target: who, system }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('givePassword'), target: who, proof }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('correct', 'impersonate'), target: who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('createSystem') }) },
) as fc.Arbitrary<Action>;

/** The action with indexes replaced by existing people. */
function aimed(raw: Action, world: World): Action {
  const ids = [...world.keys()];
  const pick = (n: number) => ids[n % ids.length] as number;
  if ('targets' in raw) return { ...raw, targets: [...new Set(raw.targets.map(pick))] };
  return 'target' in raw ? { ...raw, target: pick(raw.target) } : raw;
}

/** Whether a successful action ends this person's sessions. `after`: the world that it left. */
function endsSessionsOf(
  done: Action,
  {
    before,
    after,
    entrusted,
  }: Record<'before' | 'after', World> & { entrusted: ReadonlyMap<number, Entrusted> },
  id: number,
): boolean {
  const touched = touchedBy(done, before, after);
  const isTouched = [id, entrusted.get(id)?.givenBy ?? null].some(
    (one) => one !== null && touched.includes(one),
  );
  if (isTouched && opensMore(after, entrusted, id)) return true;
  if (!entrusted.get(id)?.isConfirmed && touched.includes(id) && hasNewStaffRole(before, after, id))
    return true;
  if (done.kind === 'deactivate') return done.targets.includes(id) && before.get(id)?.isActive === true;
  return (done.kind === 'givePassword' || done.kind === 'delete') && done.target === id;
}

/** Those whose roles, and with them what the passwords open that they set, an action may have changed. */
function touchedBy(done: Action, before: World, after: World): readonly number[] {
  if (done.kind === 'deactivate') return done.targets;
  if (done.kind === 'delete') return [done.target];
  if (done.kind !== 'setRoles') return [];
  const rolesIn = (world: World) => [...(world.get(done.target)?.held ?? [])].sort().join();
  return rolesIn(before) === rolesIn(after) ? [] : [done.target];
}

function hasNewStaffRole(before: World, after: World, id: number): boolean {
  const isNew = (one: Held) => !before.get(id)?.held.includes(one);
  return (after.get(id)?.held ?? []).some((one) => isNew(one) && !one.startsWith('student:'));
}

const sorted = (world: World) =>
  [...world]
    .map(([id, { held: roles, guest, isActive, enrolled }]) => ({
      id,
      held: [...roles].sort(),
      guest: [...guest].sort(),
      isActive,
      enrolled: [...enrolled].sort(),
    }))
    .sort((one, other) => one.id - other.id);

async function live(
  people: readonly Person[],
  operations: readonly (readonly [number, Action])[],
): Promise<void> {
  await stage.people(people);
  let world = await stage.world();
  const open = new Map<number, { caller: Caller; isOver: boolean }>();
  for (const [n, raw] of operations) {
    const ids = [...world.keys()];
    const actorId = ids[n % ids.length] as number;
    const next = aimed(raw, world);
    if (!open.has(actorId) && world.get(actorId)?.isActive)
      open.set(actorId, { caller: await stage.enter(actorId), isOver: false });
    const session = open.get(actorId);
    if (!session) continue;

    const expected = session.isOver ? null : judge(world, actorId, next);
    const { status, token } = await stage.send(session.caller, next);
    const told = JSON.stringify({ by: [actorId, world.get(actorId)], next, world: [...world] });
    expect(status < 500 && (status === 200) === (expected !== null), `${status} ${told}`).toBe(true);
    const found = await stage.world();
    expect(sorted(found), told).toEqual(sorted(withNumbers(expected ?? world, found)));
    if (session.isOver) open.delete(actorId);
    const change = { before: world, after: found, entrusted: await stage.entrusted() };
    for (const [id, one] of open) if (expected && endsSessionsOf(next, change, id)) one.isOver = true;
    world = found;
    if (token) await triesInAnothersName(portal.withToken(token, 0), world);
  }
}

/** The expected world with the assigned id of the new person. */
function withNumbers(expected: World, found: World): World {
  const made = expected.get(newcomer);
  const number = [...found.keys()].find((id) => !expected.has(id));
  if (!made || number === undefined) return expected;
  return new Map([...expected].map(([id, one]) => [id === newcomer ? number : id, one]));
}

async function triesInAnothersName(caller: Caller, world: World): Promise<void> {
  const [target = 0] = world.keys();
  for (const tried of [
    { kind: 'create', roles: ['student:2'], proof: 'none' },
    { kind: 'setRoles', target, roles: ['superAdmin'], proof: 'right' },
    { kind: 'deactivate', targets: [target] },
    { kind: 'givePassword', target, proof: 'right' },
  ] as const)
    expect((await stage.send(caller, tried)).status, tried.kind).toBe(403);
  expect(sorted(await stage.world())).toEqual(sorted(world));
}

it('nobody gives, removes or changes a right that they do not hold, by any sequence of actions', async () => {
  const root: Person = { held: ['superAdmin'], guest: [], isActive: true, enrolled: [] };
  const others = fc.array(person, { minLength: 3, maxLength: 6 });
  const operations = fc.array(fc.tuple(who, action), { minLength: 6, maxLength: maxActions });
  await fc.assert(
    fc.asyncProperty(others, operations, (people, done) => live([root, ...people], done)),
    { numRuns: worlds, endOnFailure: true },
  );
}, 120_000);
