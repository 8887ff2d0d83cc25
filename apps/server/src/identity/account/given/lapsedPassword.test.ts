import { chooseFirstPassword } from '@guichet/contract/identity/account';
import { createUser } from '@guichet/contract/identity/account.given';
import { login } from '@guichet/contract/identity/sessions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../../test/portal.ts';

const given = 'Nouveau#Volet1';
const chosen = 'Choisi#Volet22';
const fourteenDays = 14 * 24 * 60 * 60;

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

async function makePerson(userName: string): Promise<void> {
  const superAdmin = await portal.superAdmin();
  const form = {
    userName,
    firstName: 'Noé',
    lastName: 'Où',
    roleList: ['Admin - DC'],
    newPassword: given,
    confirmNewPassword: given,
    sendEmail: false,
    languageId: 'fr' as const,
  };
  await superAdmin.call(createUser, { body: form });
}

const signIn = async (username: string, password: string) =>
  (await portal.nobody.call(login, { body: { username, password } })).reply;

it('a password that somebody else has given opens sessions for 14 days', async () => {
  await makePerson('lent@example.ca');
  portal.context.clock.advance(fourteenDays - 1);
  expect(await signIn('lent@example.ca', given)).toMatchObject({ outcome: 'signedIn' });
  portal.context.clock.advance(1);
  expect(await signIn('lent@example.ca', given)).toEqual({ outcome: 'passwordLapsed' });
  expect(await signIn('lent@example.ca', 'Autre#123')).toMatchObject({ outcome: 'refused' });
});

it('a self-chosen password in its place does not expire', async () => {
  await makePerson('vif@example.ca');
  const caller = await portal.signIn('vif@example.ca', given);
  await caller.call(chooseFirstPassword, { body: { newPassword: chosen, confirmNewPassword: chosen } });
  portal.context.clock.advance(fourteenDays);
  expect(await signIn('vif@example.ca', chosen)).toMatchObject({ outcome: 'signedIn' });
});
