import { withoutBreaks } from '@guichet/contract/core/telephone';
import { forgotPassword } from '@guichet/contract/identity/account';
import { changeSystem } from '@guichet/contract/systems/systems';
import { describe, expect, test } from 'vitest';
import { openTestPortal } from '../../../../test/portal.ts';
import { makePlainExam } from '../../users/fixtures/people.ts';
import { readLink, usePasswordDesk } from '../fixtures/passwordDesk.ts';

const desk = usePasswordDesk();

describe('requesting a link', () => {
  test('S7.7 answers 0 for a known address and queues one mail, 1002 for an unknown one and queues none', async () => {
    const zoe = await desk.makePerson();
    const { email } = zoe;
    expect((await desk.ask(` ${email.toUpperCase()} `)).raw).toBe('0');
    expect(await desk.linksTo(email)).toHaveLength(1);
    expect((await desk.ask('personne@etu.example.ca')).raw).toBe('1002');
    expect(await desk.mailsTo('personne@etu.example.ca')).toEqual([]);
    expect(await desk.auditLines('account.resetAsked', zoe)).toHaveLength(1);
  });

  test('S7.8 mails the link /reset-password with t, u, lang and systemId, in the language asked for', async () => {
    const { email } = await desk.makePerson();
    await desk.ask(email, { systemId: 5, languageId: 'en' });
    const [url] = await desk.linksTo(email);
    expect(url?.pathname).toBe('/reset-password');
    expect(Object.fromEntries(url?.searchParams ?? [])).toMatchObject({
      u: email,
      lang: 'en',
      systemId: '5',
    });
    expect((await desk.mailsTo(email))[0]).toMatchObject({
      language: 'en',
      subject: 'Choose a new password for the exam portal',
      systemId: null,
    });
  });

  test('sent twice within ten seconds queues one mail', async () => {
    const { email } = await desk.makePerson();
    expect([(await desk.ask(email)).reply, (await desk.ask(email)).reply]).toEqual(['queued', 'queued']);
    expect(await desk.linksTo(email)).toHaveLength(1);
  });

  test('S5.18 requires an e-mail address', async () => {
    for (const [email, messageKey] of [
      ['', 'required'],
      ['zoe', 'email'],
    ] as const)
      expect((await desk.ask(email)).problem.errors).toContainEqual({ path: 'email', messageKey });
  });

  test('for a system that does not exist links to the portal without one', async () => {
    const { email } = await desk.makePerson();
    await desk.ask(email, { systemId: 99 });
    expect((await desk.linksTo(email))[0]?.searchParams.has('systemId')).toBe(false);
  });

  test('without a system it has the sender and office of the account’s only system, as has the mail of the change', async () => {
    const { context, nobody } = desk.portal;
    const phone = '514 555-0133';
    const superAdmin = await desk.portal.superAdmin();
    await superAdmin.call(changeSystem, { params: { systemId: 3 }, body: { name: 'DC', phone } });
    const zoe = await desk.makePerson();
    const ask = () => nobody.call(forgotPassword, { body: { email: zoe.email, languageId: 'fr' } });
    await ask();
    const [asked] = await desk.mailsTo(zoe.email);
    expect(asked?.text).toContain(withoutBreaks(phone));
    // No administrator sees it.
    expect(asked?.systemId).toBeNull();
    const [url] = await desk.linksTo(zoe.email);
    expect(url?.searchParams.get('systemId')).toBe('3');
    expect(await desk.reset(readLink(url))).toBe(true);
    const changed = (await desk.mailsTo(zoe.email)).find(({ subject }) => subject !== asked?.subject);
    expect(changed?.text).toContain(withoutBreaks(phone));
    expect(changed?.systemId).toBeNull();
    // Whoever did not change it cannot sign in any more: the mail leads to another password.
    const way = new URL(/<(\S+forgot-password\S+)>/.exec(changed?.text ?? '')?.[1] ?? '');
    expect(way.searchParams.get('u')).toBe(zoe.email);

    const role = {
      user_id: zoe.userId,
      role: 'student' as const,
      system_id: 2,
      granted_at: context.clock.now(),
    };
    await context.database.transact((tx) => tx.insertInto('user_roles').values(role).execute());
    context.clock.advance(11);
    await ask();
    const last = (await desk.linksTo(zoe.email)).filter(({ href }) => href !== url?.href);
    expect(last.map(({ searchParams }) => searchParams.get('systemId'))).toEqual([null]);
  });

  test('of an account of several systems it has the office of the next exam’s, or of the last exam’s', async () => {
    const { context, nobody } = desk.portal;
    const { userId, email } = await desk.makePerson();
    const roles = [2, 4].map((system_id) => ({ user_id: userId, role: 'student' as const, system_id }));
    const granted_at = context.clock.now();
    await context.database.transact((tx) =>
      tx
        .insertInto('user_roles')
        .values(roles.map((role) => ({ ...role, granted_at })))
        .execute(),
    );
    const asks: (string | null)[] = [];
    const past = { systemId: 4, examDate: '2026-12-20' };
    for (const exam of [
      past,
      { systemId: 3, examDate: '2027-03-20' },
      { systemId: 2, examDate: '2027-02-20' },
    ]) {
      await makePlainExam(desk.portal, { ...exam, userIds: [userId] });
      context.clock.advance(11);
      await nobody.call(forgotPassword, { body: { email, languageId: 'fr' } });
      const [newest] = await desk.linksTo(email);
      asks.push(newest?.searchParams.get('systemId') ?? null);
    }
    expect(asks).toEqual(['4', '3', '2']);
  });

  test('for a deactivated account is answered like any other, and nothing is sent', async () => {
    const zoe = await desk.makePerson();
    await desk.deactivate(zoe);
    expect((await desk.ask(zoe.email)).reply).toBe('queued');
    expect(await desk.mailsTo(zoe.email)).toEqual([]);
  });

  test('with CONCEAL_ACCOUNTS answers 0 for an unknown address too', async () => {
    const concealing = await openTestPortal({ CONCEAL_ACCOUNTS: 'true' });
    const { reply } = await concealing.nobody.call(forgotPassword, {
      body: { email: 'x@y.ca', languageId: 'fr' },
    });
    expect(reply).toBe('queued');
    await concealing.close();
  });

  test('more than three times an hour for one address is refused, known or not, until the hour is over', async () => {
    const { email } = await desk.makePerson();
    for (const address of [email, 'inconnue@etu.example.ca']) {
      for (let times = 0; times < 3; times++) {
        expect((await desk.ask(address)).status).toBe(200);
        desk.portal.context.clock.advance(11);
      }
      const refused = await desk.ask(address.toUpperCase());
      expect([refused.status, refused.problem.code]).toEqual([429, 'request.tooMany']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    }
    expect(await desk.linksTo(email)).toHaveLength(3);
    desk.portal.context.clock.advance(3601);
    expect((await desk.ask(email)).status).toBe(200);
  });

  test('more than ten times a minute from one network address is refused', async () => {
    const from = '10.8.8.8';
    for (let times = 0; times < 10; times++)
      expect((await desk.ask(`x${times}@y.ca`, { from })).status).toBe(200);
    const refused = await desk.ask('x11@y.ca', { from });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });
});
