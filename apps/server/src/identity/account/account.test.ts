import { listEntrances } from '@guichet/contract/identity/access';
import { changePassword, chooseFirstPassword } from '@guichet/contract/identity/account';
import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../test/portal.ts';
import { first, second, usePasswordDesk } from './fixtures/passwordDesk.ts';

const desk = usePasswordDesk();

/** Language and subject of the mails that tell a person of a changed password. */
async function toldOf({ userId }: { readonly userId: number }) {
  const mails = await desk.portal.context.database.read
    .selectFrom('outgoing_mails as o')
    .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
    .select(['m.language', 'm.subject'])
    .where('o.user_id', '=', userId)
    .where('m.purpose', '=', 'passwordChanged')
    .execute();
  return mails.map(({ language, subject }) => `${language} ${subject}`);
}

test('a password that a mailed link replaces is told by mail, and a first one is not', async () => {
  for (const [passwordHash, told] of [
    [undefined, 1],
    [null, 0],
  ] as const) {
    const zoe = await desk.makePerson(passwordHash === null ? { passwordHash } : {});
    expect(await desk.reset(await desk.askForLink(zoe.email))).toBe(true);
    expect(await toldOf(zoe)).toHaveLength(told);
  }
});

describe('changing a password', () => {
  const change = (caller: Caller, currentPassword: string, newPassword = second) =>
    caller.call(changePassword, { body: { currentPassword, newPassword, confirmNewPassword: newPassword } });

  test('requires the current one, ends every session, and is audited', async () => {
    const zoe = await desk.makePerson();
    const { email } = zoe;
    const caller = await desk.portal.signIn(email, first);
    expect((await change(caller, 'Faux-Mot#1')).reply).toBe(false);
    expect((await change(caller, first)).reply).toBe(true);
    expect((await caller.call(listEntrances)).status).toBe(401);
    expect([await desk.canSignIn(email, second), await desk.canSignIn(email, first)]).toEqual([true, false]);
    expect(await desk.auditLines('account.passwordChanged', zoe)).toHaveLength(1);
    expect(await toldOf(zoe)).toEqual(['fr Le mot de passe de votre compte a été changé']);
  });

  test('by guessing the current one is blocked after ten attempts', async () => {
    const { email } = await desk.makePerson();
    const zoe = await desk.portal.signIn(email, first);
    for (let tries = 0; tries < 10; tries++) expect((await change(zoe, 'Faux-Mot#1')).status).toBe(200);
    expect((await change(zoe, first)).status).toBe(429);
  });

  test('is refused to a signed-out caller', async () => {
    expect((await change(desk.portal.nobody, first)).status).toBe(401);
  });
});

describe('choosing a first password in place of a temporary one', () => {
  const choose = (caller: Caller, newPassword = second) =>
    caller.call(chooseFirstPassword, { body: { newPassword, confirmNewPassword: newPassword } });

  test('works while the account is marked so, and only then', async () => {
    const marked = await desk.makePerson({ mustChoose: true });
    const zoe = await desk.portal.signIn(marked.email, first);
    expect((await choose(zoe)).reply).toBe(true);
    expect(await toldOf(marked)).toEqual([]);
    desk.portal.context.clock.advance(1);
    expect(await desk.canSignIn(marked.email, second)).toBe(true);
    const again = await choose(await desk.portal.signIn(marked.email, second), 'Troisieme#Jour3');
    expect([again.status, again.problem.code]).toEqual([403, 'account.passwordAlreadyChosen']);
  });

  test('is refused to a signed-out caller', async () => {
    expect((await choose(desk.portal.nobody)).status).toBe(401);
  });
});
