import { listProviders } from '@guichet/contract/identity/federation.providers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { type Behaviour, openUniversity, type University } from '../fixtures/university.ts';
import { openVisit, register } from '../fixtures/visit.ts';

let portal: TestPortal;
let university: University;
let provider: string;
beforeAll(async () => {
  university = await openUniversity();
  portal = await openTestPortal({ LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
  const groupRoles = [{ group: 'personnel-dc', role: 'support:3' }];
  provider = await register(portal, university, { groupsClaim: 'groups', groupRoles });
});
afterEach(() => university.reset());
afterAll(async () => {
  university.close();
  await portal.close();
});

async function listed() {
  const { providers } = (await (await portal.superAdmin()).call(listProviders)).reply;
  const [shown] = providers.filter(({ id }) => id === provider);
  return shown;
}

it.each<[string, Partial<Behaviour>, string, string | null]>([
  ['a consent that was refused', { error: 'access_denied' }, 'cancelled', 'access_denied'],
  ['another refusal there', { error: 'server_error' }, 'refusedThere', 'server_error'],
  ['another secret', { undecoded: 'autre' }, 'clientRefused', null],
  ['a token signed with the secret', { alg: 'HS512' }, 'untrusted', expect.stringContaining('HS512')],
  ['no answer', { isDown: true }, 'unreachable', expect.any(String)],
])(
  'after %s the list says what went wrong and when, until a sign-in works',
  async (_what, wrong, why, detail) => {
    portal.context.clock.advance(301);
    const visit = openVisit(portal);
    Object.assign(university.behaviour, wrong);
    if (wrong.isDown) await visit.begin(provider);
    else expect(await visit.visit(provider)).toMatchObject({ outcome: 'refused', why, reason: detail });
    expect((await listed())?.lastRefusal).toEqual({ at: portal.context.clock.now(), why, detail });
    university.reset();
    expect((await visit.visit(provider)).outcome).toBe('unmatched');
    expect((await listed())?.lastRefusal).toBeNull();
  },
);

it('the groups of a sign-in show in the form, at most fifty, and not whose they were', async () => {
  expect((await listed())?.lastGroups).toMatchObject({ values: [] });
  portal.context.clock.advance(11);
  const long = 'x'.repeat(249);
  const groups = ['Personnel-DC', `${long}😀`, 'a\0b', ...Array.from({ length: 99 }, (_, at) => `g${at}`)];
  university.behaviour.claims = { ...university.behaviour.claims, groups };
  await openVisit(portal).visit(provider);
  const values = ['Personnel-DC', `${long}\ufffd`, 'a\ufffdb', ...groups.slice(3, 50)];
  expect((await listed())?.lastGroups).toEqual({ at: portal.context.clock.now(), values });
  const { read } = portal.context.database;
  const row = await read.selectFrom('identity_providers').select('last_groups').executeTakeFirst();
  expect(JSON.stringify(row)).not.toContain('zcote');
});
