import { login } from '@guichet/contract/identity/sessions';
import { getPersonHistory } from '@guichet/contract/overview/support';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { madePassword, openTestPortal, type TestPortal } from '../../../../test/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

let networks = 0;
const signIn = (username: string, password: string, from = `10.30.${networks++ % 250}.1`) =>
  portal.nobody.call(login, { body: { username, password }, headers: { 'x-forwarded-for': from } });
const linesOf = async (userId: number) =>
  portal.context.database.read
    .selectFrom('audit_lines')
    .select(['action', 'actor_id', 'actor_name', 'system_id', 'detail'])
    .where('subject', '=', `user:${userId}`)
    .where('action', '!=', 'session.started')
    .orderBy('id')
    .execute();
const actionsOf = async (userId: number) => (await linesOf(userId)).map(({ action }) => action);
const recorded = (userId: number, actions: readonly string[]) =>
  vi.waitFor(async () => expect(await actionsOf(userId)).toEqual(actions), 5000);

it('stands in the audit log try by try, five times for a person and a reason in twelve hours, however often somebody tries', async () => {
  const { email, userId } = await portal.make('student', 3);
  const from = '10.31.0.1';
  const tries = Array.from({ length: 5 }, () => 'session.passwordRefused');
  for (let n = 0; n < 5; n++) expect((await signIn(email, 'Faux#Passe1', from)).status).toBe(401);
  await recorded(userId, tries);
  expect((await signIn(email, madePassword, from)).status).toBe(429);
  for (let n = 0; n < 20; n++) await signIn(email.toUpperCase(), 'Faux#Passe1');
  await recorded(userId, [...tries, 'session.triesBlocked']);
  expect(await linesOf(userId)).toMatchObject([
    ...tries.map(() => ({
      actor_id: null,
      actor_name: '',
      system_id: null,
      detail: { name: expect.any(String) },
    })),
    { actor_id: null },
  ]);
  portal.context.clock.advance(12 * 60 * 60);
  await signIn(email, 'Faux#Passe1');
  await recorded(userId, [...tries, 'session.triesBlocked', 'session.passwordRefused']);
});

it('says that a right password was refused to a deactivated account, also to support', async () => {
  const { email, userId } = await portal.make('student', 3);
  await portal.context.database.transact((tx) =>
    tx.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', userId).execute(),
  );
  expect((await signIn(email, madePassword)).status).toBe(403);
  await recorded(userId, ['session.accessRefused']);
  const agent = await portal.as('support', 3);
  const { entries } = (await agent.call(getPersonHistory, { params: { id: userId } })).reply;
  expect(entries.map(({ event, by }) => [event, by])).toContainEqual(['session.accessRefused', null]);
});

it('writes nothing of an address that no account has', async () => {
  const count = async () =>
    (await portal.context.database.read.selectFrom('audit_lines').select('id').execute()).length;
  const { email, userId } = await portal.make('student', 3);
  const before = await count();
  await signIn('personne@guichet.test', 'Faux#Passe1');
  await signIn(email, 'Faux#Passe1');
  await recorded(userId, ['session.passwordRefused']);
  expect(await count()).toBe(before + 1);
});
