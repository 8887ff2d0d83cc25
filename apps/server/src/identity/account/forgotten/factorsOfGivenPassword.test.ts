import { readCalendarFeed, renewCalendarFeed } from '@guichet/contract/exams/candidate.calendar';
import { listEntrances } from '@guichet/contract/identity/access';
import { changePassword } from '@guichet/contract/identity/account';
import { createUser, updatePassword } from '@guichet/contract/identity/account.given';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../../test/portal.ts';
import { password as given, type Somebody, useFactorDesk } from '../../factors/fixtures/factorDesk.ts';
import { PasswordDesk, second } from '../fixtures/passwordDesk.ts';

const desk = useFactorDesk();
const passwords = new PasswordDesk();
let maker: Caller;
beforeAll(async () => {
  passwords.portal = desk.portal;
  maker = await desk.portal.as('admin', 3);
});

let made = 0;

/** An account with a password chosen by its maker, who signs in to it. */
async function makePuppet(): Promise<Somebody> {
  const email = `marionnette${++made}@guichet.test`;
  const names = { firstName: 'Jean', lastName: 'Tissé', languageId: 'fr' as const };
  const body = { userName: email, ...names, roleList: ['Support - DC'], sendEmail: false };
  const secrets = { newPassword: given, confirmNewPassword: given };
  expect((await maker.call(createUser, { body: { ...body, ...secrets } as never })).status).toBe(200);
  const { id: userId } = await desk.portal.context.database.read
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return signedIn({ email, userId }, given);
}

async function signedIn({ email, userId }: Omit<Somebody, 'caller'>, secret: string): Promise<Somebody> {
  const { accessToken } = await desk.portal.openPair(email, secret);
  return { email, userId, caller: desk.portal.withToken(accessToken, userId) };
}

async function ownerResets({ email }: Somebody): Promise<void> {
  desk.portal.context.clock.advance(11);
  expect(await passwords.reset(await passwords.askForLink(email))).toBe(true);
  desk.portal.context.clock.advance(1);
}

const ended = 'La vérification en deux étapes de votre compte est à activer de nouveau';

describe('a mailed link by which the owner chooses a password', () => {
  it('ends the passkey, the app, the codes, the sessions and the calendar of whoever made the account', async () => {
    const puppet = await makePuppet();
    const { device } = await desk.addPasskey(puppet);
    const { recoveryCodes } = await desk.addTotp(puppet);
    const { address } = (await puppet.caller.call(renewCalendarFeed)).reply;
    const feed = new URL(address ?? '').pathname.split('/').at(-1) ?? '';
    const read = () => desk.portal.nobody.call(readCalendarFeed, { params: { feed } });
    expect([(await desk.signInAlone(device)).reply.outcome, (await read()).status]).toEqual([
      'signedIn',
      200,
    ]);

    await ownerResets(puppet);
    expect((await desk.signInAlone(device)).reply.outcome).toBe('refused');
    expect((await puppet.caller.call(listEntrances)).status).toBe(401);
    expect((await read()).status).toBe(404);
    // The maker's session and factors do not keep the owner out.
    expect((await desk.signIn(puppet, second)).reply.outcome).toBe('signedIn');
    const owner = await signedIn(puppet, second);
    expect(await desk.factors(owner)).toMatchObject({ totp: null, passkeys: [], recoveryCodesLeft: 0 });
    expect(await desk.subjectsTo(puppet)).toContain(ended);
    const lines = await desk.auditLines('user.factorsReset', puppet);
    expect(lines.map(({ actor_id }) => actor_id)).toEqual([puppet.userId]);
    expect(JSON.stringify(lines)).not.toContain(recoveryCodes[0]);
  });

  it('also where they chose another password in a session before', async () => {
    const puppet = await makePuppet();
    const { device } = await desk.addPasskey(puppet);
    const body = {
      currentPassword: given,
      newPassword: 'Ficelle-Rouge#7',
      confirmNewPassword: 'Ficelle-Rouge#7',
    };
    expect((await puppet.caller.call(changePassword, { body })).reply).toBe(true);
    await ownerResets(puppet);
    expect((await desk.signInAlone(device)).reply.outcome).toBe('refused');
  });

  it('leaves what the owner set up under a password of their own, before another set one', async () => {
    const zoe = await desk.somebody();
    await ownerResets(zoe);
    const own = await signedIn(zoe, second);
    const { secret } = await desk.addTotp(own, second);
    const set = { newPassword: given, confirmNewPassword: given, sendEmail: false, sendPassword: false };
    desk.portal.context.clock.advance(1);
    const { status } = await maker.call(updatePassword, {
      body: { userId: zoe.userId, ...set, languageId: 'fr' },
    });
    expect(status).toBe(200);
    await ownerResets(zoe);
    expect((await desk.signIn(zoe, second)).reply.outcome).toBe('secondFactorNeeded');
    const { reply } = await desk.signIn(zoe, second);
    if (reply.outcome !== 'secondFactorNeeded') throw new Error('not asked');
    expect((await desk.answerTotp(reply.needed.challenge, desk.codeOf(secret))).status).toBe(200);
    expect(await desk.subjectsTo(zoe)).not.toContain(ended);
  });
});
