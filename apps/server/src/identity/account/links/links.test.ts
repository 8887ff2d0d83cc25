import { hourInWords } from '@guichet/contract/core/inWords';
import { listEntrances } from '@guichet/contract/identity/access';
import { findLinkState, resetPassword, verifyToken } from '@guichet/contract/identity/account';
import { describe, expect, test } from 'vitest';
import { secondsAfter, timeIn } from '../../../core/runtime/clock.ts';
import { first, readLink, second, usePasswordDesk } from '../fixtures/passwordDesk.ts';
import type { LinkToken } from './linkTokens.ts';

const desk = usePasswordDesk();

describe('a link to a new password', () => {
  test('S7.9 S7.6 S4.16 is valid until it is used: verifying does not use it up, the new password signs in, the old one does not', async () => {
    const zoe = await desk.makePerson();
    const { email } = zoe;
    const link = await desk.askForLink(email);
    expect([await desk.verify(link), await desk.verify(link)]).toEqual([true, true]);
    // The name is compared only where the request contains one (readings §2).
    const bare = await desk.portal.nobody.call(verifyToken, { body: { token: link.token } });
    expect(bare.reply).toBe(true);
    const nameless = await desk.portal.nobody.call(verifyToken, { body: { token: 'x', userName: null } });
    expect(nameless.reply).toBe(false);
    expect(await desk.reset(link)).toBe(true);
    expect([await desk.canSignIn(email, second), await desk.canSignIn(email, first)]).toEqual([true, false]);
    expect(await desk.auditLines('account.passwordReset', zoe)).toMatchObject([
      { actor_id: zoe.userId, actor_name: 'Zoé Côté' },
    ]);
  });

  test('S4.17 works once, and then is reported as used', async () => {
    const { email } = await desk.makePerson();
    const link = await desk.askForLink(email);
    expect(await desk.stateOf(link)).toBe('good');
    expect(await desk.reset(link)).toBe(true);
    expect([await desk.verify(link), await desk.reset(link, 'Troisieme#Jour3')]).toEqual([false, false]);
    expect(await desk.stateOf(link)).toBe('used');
    expect(await desk.canSignIn(email, second)).toBe(true);
  });

  test('a newer one replaces the older, whose queued mail is cancelled', async () => {
    const { email } = await desk.makePerson();
    const older = await desk.askForLink(email);
    desk.portal.context.clock.advance(11);
    await desk.ask(email);
    const [newer] = (await desk.linksTo(email)).map(readLink);
    if (!newer) throw new Error('a link expected');
    expect([await desk.verify(older), await desk.reset(older)]).toEqual([false, false]);
    expect(await desk.stateOf(older)).toBe('over');
    const term = async (body: LinkToken) => (await desk.portal.nobody.call(findLinkState, { body })).reply;
    expect(await term(older)).toEqual({ state: 'over', newerAt: desk.portal.context.clock.now() });
    expect(await term({ ...older, userName: 'autre@etu.example.ca' })).toEqual({ state: 'over' });
    expect(await term({ ...older, token: `${older.token}x` })).toEqual({ state: 'over' });
    expect((await desk.mailsTo(email)).map(({ state }) => state)).toEqual(['queued', 'cancelled']);
    expect(await desk.canSignIn(email, first)).toBe(true);
    expect(await desk.reset(newer)).toBe(true);
  });

  test('confirms the address to which it was mailed', async () => {
    const zoe = await desk.makePerson();
    expect((await desk.accountOf(zoe)).email_confirmed_at).toBeNull();
    await desk.reset(await desk.askForLink(zoe.email));
    expect((await desk.accountOf(zoe)).email_confirmed_at).not.toBeNull();
  });

  test('reveals no state for another address or an invented token', async () => {
    const zoe = await desk.makePerson();
    const link = await desk.askForLink(zoe.email);
    await desk.reset(link);
    for (const bad of [
      { ...link, userName: 'autre@etu.example.ca' },
      { ...link, token: `${link.token}x` },
      { ...link, token: '' },
    ])
      expect(await desk.stateOf(bad)).toBe('over');
  });

  test('S4.17 works once when it is used twice at the same moment', async () => {
    const { email } = await desk.makePerson();
    const link = await desk.askForLink(email);
    const answers = await Promise.all([
      desk.reset(link, 'Une#Cle-1a'),
      desk.reset(link, 'Une#Cle-2a'),
      desk.reset(link, 'Une#Cle-3a'),
    ]);
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  test('expires after 60 minutes, as its mail and its page say', async () => {
    const { email } = await desk.makePerson();
    const link = await desk.askForLink(email);
    const { clock, config } = desk.portal.context;
    const until = secondsAfter(clock.now(), 3600);
    const hour = hourInWords(timeIn(config.timeZone)(until), 'fr');
    const { reply } = await desk.portal.nobody.call(findLinkState, { body: link });
    expect(reply).toEqual({ state: 'good', until });
    const [mail] = await desk.mailsTo(email);
    expect(mail?.text).toContain(`jusqu’à ${hour} (heure de l’Est), soit pendant 60\u00a0minutes`);
    desk.portal.context.clock.advance(3599);
    expect(await desk.verify(link)).toBe(true);
    desk.portal.context.clock.advance(1);
    expect([await desk.verify(link), await desk.reset(link)]).toEqual([false, false]);
  });

  test('S7.6 is invalid for another person, changed, or nonsense', async () => {
    const [zoe, other] = [await desk.makePerson(), await desk.makePerson()];
    const link = await desk.askForLink(zoe.email);
    for (const bad of [
      { ...link, userName: other.email },
      { ...link, userName: '' },
      { ...link, token: link.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) },
      { ...link, token: '' },
      { ...link, token: desk.firstPasswordLink(zoe).token },
    ])
      expect([await desk.verify(bad), await desk.reset(bad)]).toEqual([false, false]);
    expect(await desk.verify({ ...link, userName: ` ${zoe.email.toUpperCase()}` })).toBe(true);
  });

  test('S5.10 does not accept a password against the rules, and is not used up by it', async () => {
    const { email } = await desk.makePerson();
    const link = await desk.askForLink(email);
    const body = { ...link, newPassword: 'court', confirmNewPassword: 'autre' };
    const { status, problem } = await desk.portal.nobody.call(resetPassword, { body });
    expect(status).toBe(400);
    expect(problem.errors).toContainEqual({ path: 'newPassword', messageKey: 'requiredWithLenght' });
    expect(problem.errors).toContainEqual({ path: 'newPassword', messageKey: 'hasNumber' });
    expect(await desk.verify(link)).toBe(true);
  });

  test('S5.3 S5.4 S5.5 S5.6 S5.7 S5.8 S5.10 names each rule that a password breaks, and accepts none that breaks one', async () => {
    const { email } = await desk.makePerson();
    const link = await desk.askForLink(email);
    const longest = `Aa1!${'brx'.repeat(7)}`;
    const faultsOf = async (newPassword: string, confirmNewPassword = newPassword) => {
      const body = { ...link, newPassword, confirmNewPassword };
      const { status, problem } = await desk.portal.nobody.call(resetPassword, { body });
      return [status, (problem.errors ?? []).map(({ path, messageKey }) => `${path} ${messageKey}`)];
    };
    for (const [password, messageKey] of [
      ['Aa1!567', 'requiredWithLenght'],
      [`${longest}x`, 'requiredWithLenght'],
      ['Tambour!!', 'hasNumber'],
      ['tambour27!', 'hasCapitalCase'],
      ['TAMBOUR27!', 'hasSmallCase'],
      ['Tambour27?', 'hasSpecialCharacters'],
    ] as const)
      expect(await faultsOf(password), password).toEqual([400, [`newPassword ${messageKey}`]]);
    for (const password of ['Aa1!5678', longest, ...[...'!@#$%^&*_'].map((char) => `Tambour27${char}`)])
      expect(await faultsOf(password, ''), password).toEqual([400, ['confirmNewPassword required']]);
    expect(await faultsOf(longest, `${longest} `)).toEqual([400, ['confirmNewPassword mustMatch']]);
    expect(await desk.reset(link, longest)).toBe(true);
    expect(await desk.canSignIn(email, longest)).toBe(true);
  });

  test('ends every session of the person at once', async () => {
    const { email } = await desk.makePerson();
    const zoe = await desk.portal.signIn(email, first);
    expect((await zoe.call(listEntrances)).status).toBe(200);
    await desk.reset(await desk.askForLink(email));
    expect((await zoe.call(listEntrances)).status).toBe(401);
  });
});

describe('a link to a first password', () => {
  test('works until there is a password, and not after', async () => {
    const zoe = await desk.makePerson({ passwordHash: null, mustChoose: true });
    const link = desk.firstPasswordLink(zoe);
    expect(await desk.verify(link)).toBe(true);
    expect(await desk.reset(link)).toBe(true);
    expect(await desk.canSignIn(zoe.email, second)).toBe(true);
    expect([await desk.verify(link), await desk.reset(link, 'Troisieme#Jour3')]).toEqual([false, false]);
    expect(await desk.stateOf(link)).toBe('used');
    const account = await desk.accountOf(zoe);
    expect(account.must_choose_password_since).toBeNull();
    expect(account.email_confirmed_at).not.toBeNull();
  });

  test('works once when it is used twice at the same moment', async () => {
    const zoe = await desk.makePerson({ passwordHash: null });
    const link = desk.firstPasswordLink(zoe);
    const answers = await Promise.all([desk.reset(link, 'Une#Cle-1a'), desk.reset(link, 'Une#Cle-2a')]);
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  test('expires, and is invalid for a deactivated or deleted account', async () => {
    const zoe = await desk.makePerson({ passwordHash: null });
    expect(await desk.verify(desk.firstPasswordLink(zoe, '2027-01-01T00:00:00Z'))).toBe(false);
    expect(await desk.verify(desk.firstPasswordLink({ ...zoe, userId: 999_999 }))).toBe(false);
    await desk.deactivate(zoe);
    expect(await desk.verify(desk.firstPasswordLink(zoe))).toBe(false);
  });
});
