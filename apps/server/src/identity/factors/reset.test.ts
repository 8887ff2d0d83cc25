import { withoutBreaks } from '@guichet/contract/core/telephone';
import { listCorrections, requestCorrection } from '@guichet/contract/exams/candidate.corrections';
import { listEntrances } from '@guichet/contract/identity/access';
import { resetFactors } from '@guichet/contract/identity/factors';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { changeSystem } from '@guichet/contract/systems/systems';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/portal.ts';
import { makePlainExam } from '../users/fixtures/people.ts';
import { type Somebody, useFactorDesk } from './fixtures/factorDesk.ts';

const desk = useFactorDesk();
const reset = (caller: Caller, { userId }: Pick<Somebody, 'userId'>) =>
  caller.call(resetFactors, { params: { id: userId } });

describe('POST /api/user/{id}/resetfactors', () => {
  it('deletes everything, ends the sessions, mails the person and is audited', async () => {
    const zoe = await desk.somebody();
    const phone = '613 555-0103';
    const chief = await desk.portal.superAdmin();
    await chief.call(changeSystem, { params: { systemId: 3 }, body: { name: 'DC', phone } });
    // She is a guest of another system, whose exam comes first: whoever resets is whom she calls.
    await chief.call(changeSystem, { params: { systemId: 4 }, body: { name: 'NP', phone: '613 555-0104' } });
    const role = { user_id: zoe.userId, system_id: 4, role: 'student' as const, granted_at: new Date() };
    await desk.portal.context.database.transact((tx) =>
      tx
        .insertInto('user_roles')
        .values({ ...role, stated: '{}' })
        .execute(),
    );
    await makePlainExam(desk.portal, { systemId: 4, userIds: [zoe.userId] });
    const { secret, recoveryCodes } = await desk.addTotp(zoe);
    const { device } = await desk.addPasskey(zoe);
    const { challenge } = await desk.asked(zoe);
    desk.portal.context.clock.advance(1);
    const admin = await desk.portal.as('admin', 3);
    const isKnown = async () =>
      (await admin.call(getUserInfo, { body: { id: zoe.userId } })).reply.hasSecondFactor;
    expect(await isKnown()).toBe(true);
    const body = { systemId: 3, field: 'secondFactor' as const, request: 'Téléphone perdu' };
    expect((await zoe.caller.call(requestCorrection, { body })).status).toBe(200);
    expect((await reset(admin, zoe)).raw).toBe('true');
    expect((await admin.call(listCorrections)).reply).toEqual([]);
    const { reply: answered } = await admin.call(listCorrections, { query: { isAnswered: true } });
    expect(answered).toMatchObject([{ field: 'secondFactor', outcome: 'answered' }]);

    expect(await isKnown()).toBe(false);
    expect((await zoe.caller.call(listEntrances)).status).toBe(401);
    expect((await desk.answerTotp(challenge, desk.codeOf(secret))).statusCode).toBe(4407);
    expect((await desk.signInAlone(device)).reply.outcome).toBe('refused');
    expect((await desk.signIn(zoe)).reply.outcome).toBe('signedIn');
    // One mail tells of the reset, although it answers a request too.
    expect(await desk.subjectsTo(zoe)).toEqual([
      'Une application d’authentification protège votre compte',
      'Une clé d’accès a été ajoutée à votre compte',
      'La vérification en deux étapes de votre compte a été réinitialisée',
    ]);
    const { text } = await desk.portal.context.database.read
      .selectFrom('mailings')
      .select('text')
      .where('purpose', '=', 'factorsReset')
      .executeTakeFirstOrThrow();
    expect(text).toContain(withoutBreaks(phone));
    const [line] = await desk.auditLines('user.factorsReset', zoe);
    expect([line?.actor_id, line?.system_id]).toEqual([admin.userId, 3]);
    expect(JSON.stringify(line)).not.toContain(recoveryCodes[0]);
  });

  it('is false for a person who has none, and changes nothing', async () => {
    const zoe = await desk.somebody();
    const admin = await desk.portal.as('admin', 3);
    expect((await reset(admin, zoe)).raw).toBe('false');
    expect((await zoe.caller.call(listEntrances)).status).toBe(200);
    expect(await desk.auditLines('user.factorsReset', zoe)).toEqual([]);
  });

  it('is refused signed out, to lower levels, for other systems, for people with more rights, and for oneself', async () => {
    const zoe = await desk.somebody('admin');
    await desk.addTotp(zoe);
    const chief = await desk.portal.superAdmin();
    const both = await desk.portal.as('admin', 3);
    await desk.portal.context.database.transact((tx) =>
      tx
        .insertInto('user_roles')
        .values({
          user_id: zoe.userId,
          system_id: 4,
          role: 'student',
          granted_at: desk.portal.context.clock.now(),
        })
        .execute(),
    );
    const codeFor = async (caller: Caller) => (await reset(caller, zoe)).problem.code;
    expect(await codeFor(desk.portal.nobody)).toBe('session.missing');
    expect(await codeFor(await desk.portal.as('support', 3))).toBe('access.denied');
    expect(await codeFor(await desk.portal.as('admin', 2))).toBe('user.notFound');
    expect(await codeFor(both)).toBe('user.outOfReach');
    expect(await codeFor(zoe.caller)).toBe('user.yourself');
    expect((await desk.factors(zoe)).totp).not.toBeNull();
    expect((await reset(chief, zoe)).raw).toBe('true');
  });
});
