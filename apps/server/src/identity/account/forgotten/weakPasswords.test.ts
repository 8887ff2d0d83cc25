import { changePassword, chooseFirstPassword, resetPassword } from '@guichet/contract/identity/account';
import { createUser, updatePassword } from '@guichet/contract/identity/account.given';
import { describe, expect, test } from 'vitest';
import { prepareFirstStart } from '../../../../seed/firstStart.ts';
import { openTestDatabase } from '../../../../test/database/testDatabase.ts';
import { makeTestContext } from '../../../../test/testApp.ts';
import { first, usePasswordDesk } from '../fixtures/passwordDesk.ts';

const desk = usePasswordDesk();

/** Common passwords, and passwords with the name of the person, a system or the university, or with the address. */
const weak = [
  ['P@ssw0rd1', 'commonPassword'],
  ['Azerty123!', 'commonPassword'],
  ['ZoeCote#27', 'nearPassword'],
  ['Telfer2026!', 'nearPassword'],
  ['Universite#1', 'nearPassword'],
  ['ZC#2027a', 'nearPassword'],
] as const;

const pair = (newPassword: string) => ({ newPassword, confirmNewPassword: newPassword });

interface Refused {
  readonly status: number;
  readonly problem: { readonly errors?: readonly object[] | undefined };
}

const told = ({ status, problem }: Refused) => [status, problem?.errors];
const fault = (messageKey: string) => [400, [{ path: 'newPassword', messageKey }]];

describe('a common or obvious password is refused at its field', () => {
  test('when it is changed, and costs no attempt of the current one', async () => {
    const { email } = await desk.makePerson();
    const zoe = await desk.portal.signIn(email, first);
    for (let times = 0; times < 3; times++) {
      for (const [password, key] of weak)
        expect(
          told(await zoe.call(changePassword, { body: { currentPassword: 'Faux#Mot1', ...pair(password) } })),
        ).toEqual(fault(key));
    }
    expect(
      (await zoe.call(changePassword, { body: { currentPassword: first, ...pair('Brume#Verte1') } })).reply,
    ).toBe(true);
  });

  test('when it is the own student number', async () => {
    const { email, userId } = await desk.makePerson();
    await desk.portal.context.database.transact((tx) =>
      tx.updateTable('users').set({ student_number: '300123456' }).where('id', '=', userId).execute(),
    );
    const zoe = await desk.portal.signIn(email, first);
    const body = { currentPassword: first, ...pair('300123456Aa!') };
    expect(told(await zoe.call(changePassword, { body }))).toEqual(fault('nearPassword'));
  });

  test('when a first one is chosen in place of a temporary one', async () => {
    const { email } = await desk.makePerson({ mustChoose: true });
    const zoe = await desk.portal.signIn(email, first);
    for (const [password, key] of weak)
      expect(told(await zoe.call(chooseFirstPassword, { body: pair(password) }))).toEqual(fault(key));
  });

  test('when it is set through a link, which stays valid', async () => {
    const link = await desk.askForLink((await desk.makePerson()).email);
    for (const [password, key] of weak)
      expect(
        told(await desk.portal.nobody.call(resetPassword, { body: { ...link, ...pair(password) } })),
      ).toEqual(fault(key));
    expect(await desk.verify(link)).toBe(true);
    expect(await desk.reset(link, 'Brume#Verte1')).toBe(true);
  });

  test('when somebody else gives it, with a new account or to an existing one', async () => {
    const admin = await desk.portal.as('admin', 3);
    const { userId } = await desk.makePerson();
    for (const [password, key] of weak) {
      expect(
        told(await admin.call(updatePassword, { body: { userId, ...pair(password) } as never })),
      ).toEqual(fault(key));
      const names = { userName: 'z1@etu.example.ca', firstName: 'Zoé', lastName: 'Côté', roleList: ['DC'] };
      expect(told(await admin.call(createUser, { body: { ...names, ...pair(password) } as never }))).toEqual(
        fault(key),
      );
    }
  });

  test('not when it is only obvious for somebody with another name', async () => {
    const admin = await desk.portal.as('admin', 3, { firstName: 'Odile', lastName: 'Roy' });
    const other = { currentPassword: 'Cle-Sure#1', ...pair('ZoeCote#27') };
    expect((await admin.call(changePassword, { body: other })).reply).toBe(true);
  });
});

test.each(['Admin#2027', 'Guichet1!', 'P@ssw0rd1', 'court', 'longuemaissansrien'])(
  'the start refuses %s for the first super admin, in one line that does not repeat it',
  async (password) => {
    const context = makeTestContext(await openTestDatabase(), { BOOTSTRAP_ADMIN_PASSWORD: password });
    const refusal = await prepareFirstStart(context).catch((error: Error) => error);
    await context.close();
    expect(refusal).toBeInstanceOf(Error);
    const { message } = refusal as Error;
    expect(message).toMatch(/^Setting BOOTSTRAP_ADMIN_PASSWORD is not valid: [^\n]+\.$/);
    expect(message).not.toContain(password);
  },
);
