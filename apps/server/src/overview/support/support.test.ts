import { createExamSpace } from '@guichet/contract/exams/exams';
import { unenrol } from '@guichet/contract/exams/places';
import { resetPassword, verifyToken } from '@guichet/contract/identity/account';
import { getUserInfo, updateUsers } from '@guichet/contract/identity/users.changes';
import { importCandidates } from '@guichet/contract/imports/imports';
import { listImports } from '@guichet/contract/imports/imports.past';
import { getMail, listMails, retryMail } from '@guichet/contract/mail/outbox';
import {
  getPersonHistory,
  inviteAgain,
  listAdministrators,
  listTodaysExams,
  sendResetLink,
} from '@guichet/contract/overview/support';
import { sql, type Updateable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { drain } from '../../../test/learning.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import type { Schema } from '../../core/database/schema/schema.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { readLink } from '../../identity/account/fixtures/passwordDesk.ts';
import { linesAbout, makePerson, makePlainExam } from '../../identity/users/fixtures/people.ts';
import { openConnector } from '../../learning/learning.service.ts';

let portal: TestPortal;
let superAdmin: Caller;
let admins: Record<2 | 3, Caller>;
let agent: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
  admins = {
    2: await portal.as('admin', 2, { firstName: 'Odile', lastName: 'Ailleurs' }),
    3: await portal.as('admin', 3, { firstName: 'Alice', lastName: 'Roy' }),
  };
  agent = await portal.as('support', 3, { firstName: 'Sam', lastName: 'Soutien' });
});
afterAll(() => portal.close());

const historyOf = async (id: number, who = agent) =>
  (await who.call(getPersonHistory, { params: { id } })).reply;
const link = (id: number, who = agent) => who.call(sendResetLink, { params: { id } });
const invite = (id: number, examId: number, requestId = portal.context.clock.uuid(), who = agent) =>
  who.call(inviteAgain, { params: { id, examId }, body: { requestId } });
const past = (seconds = 1) => portal.context.clock.advance(seconds);

/** Makes an exam and imports a person without an account into it. */
async function importOne(email: string, title: string, systemId: 2 | 3 = 3, examDate = '2027-02-15') {
  const admin = admins[systemId];
  const params = { systemId };
  const { reply: exam } = await admin.call(createExamSpace, { params, body: { title, examDate } });
  const file = { name: 'hiver.csv', bytes: `Prénom;Nom;Courriel\nMaé;Gagné;${email}` };
  const order = { systemId, languageId: 'fr' as const, selectedCourse: exam.courseId, sendEmail: true };
  const answer = await admin.call(importCandidates, { body: order, file });
  if (answer.status !== 200) throw new Error(answer.raw);
  const { id } = await portal.context.database.read
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', email)
    .executeTakeFirstOrThrow();
  return { id, examId: exam.id };
}

/** The mails to an address, newest first, with secrets. */
async function mailsTo(email: string) {
  const { reply } = await superAdmin.call(listMails, { query: { search: email } });
  const read = (mailId: number) => superAdmin.call(getMail, { params: { mailId } });
  return Promise.all(reply.mails.map(async ({ id }) => (await read(id)).reply));
}

async function newestLinkTo(email: string) {
  const [mail] = await mailsTo(email);
  return readLink(new URL(/<(\S+reset-password\S+)>/.exec(mail?.text ?? '')?.[1] ?? ''));
}

function setMail(
  examId: number,
  set: { state: 'sent' | 'failed' | 'waiting'; last_error?: string | null; next_try_at?: Date },
) {
  const { database, clock } = portal.context;
  return database.transact((tx) =>
    tx
      .updateTable('outgoing_mails')
      .set({ ...set, ...(set.state === 'sent' && { sent_at: clock.now() }) })
      .where('exam_id', '=', examId)
      .execute(),
  );
}

describe('the history of a person', () => {
  it('tells support what became of them, from the import to the platform, newest first', async () => {
    const email = 'mae@etu.example.ca';
    const { id, examId } = await importOne(email, 'Hiver');
    past();
    await setMail(examId, { state: 'sent' });
    past();
    const secret = await newestLinkTo(email);
    expect((await portal.nobody.call(verifyToken, { body: secret })).reply).toBe(true);
    past();
    await portal.nobody.call(verifyToken, { body: secret });
    const password = { newPassword: 'Brume#Verte1', confirmNewPassword: 'Brume#Verte1' };
    expect((await portal.nobody.call(resetPassword, { body: { ...secret, ...password } })).reply).toBe(true);
    past();
    await portal.signIn(email, 'Brume#Verte1');
    past();
    await drain(portal.context, openConnector(portal.context));

    const { entries, isCut, whoMay } = await historyOf(id);
    expect(entries.map(({ event, exam, by }) => [event, exam, by])).toEqual([
      ['onPlatform', 'Hiver', null],
      ['session.started', null, null],
      ['account.passwordReset', null, null],
      ['linkOpened', 'Hiver', null],
      ['mailed', 'Hiver', null],
      ['imported', 'Hiver', 'Alice Roy'],
    ]);
    expect(entries.at(-1)?.fileName).toBe('hiver.csv');
    expect(entries.find(({ event }) => event === 'mailed')?.mail).toMatchObject({
      recipient: email,
      state: 'sent',
      problem: null,
    });
    expect(isCut).toBe(false);
    // The link was opened twice; the first time counts.
    expect(entries[2]?.at.getTime()).toBeGreaterThan(entries[3]?.at.getTime() ?? 0);
    expect(whoMay).toMatchObject([{ systemId: 3, people: [{ fullName: 'Alice Roy' }] }]);
  });

  it('says why a mail failed, in words of the reader', async () => {
    const email = 'lou@etu.example.ca';
    const { id, examId } = await importOne(email, 'Échec');
    await setMail(examId, { state: 'failed', last_error: 'deferred' });
    const { entries } = await historyOf(id);
    expect(entries.find(({ event }) => event === 'mailed')?.mail).toMatchObject({
      state: 'failed',
      problem: 'Le serveur de messagerie demande de réessayer plus tard.',
    });
  });

  it('says when a deferred mail is tried next', async () => {
    const { id, examId } = await importOne('lia@etu.example.ca', 'Sursis');
    const next_try_at = secondsAfter(portal.context.clock.now(), 120);
    await setMail(examId, { state: 'waiting', last_error: 'greylisted: 451 4.7.1 Later', next_try_at });
    const mailOf = async () => (await historyOf(id)).entries.find(({ event }) => event === 'mailed')?.mail;
    expect(await mailOf()).toMatchObject({ state: 'waiting', nextTryAt: next_try_at });
    await setMail(examId, { state: 'sent', last_error: null });
    expect(await mailOf()).toMatchObject({ state: 'sent', nextTryAt: null });
  });

  it('says of a mail that left late why it did, and no more what to do about it', async () => {
    const { id, examId } = await importOne('ugo@etu.example.ca', 'Retard');
    await setMail(examId, { state: 'sent', last_error: 'mailboxFull: 452 4.2.2 Full' });
    const { entries } = await historyOf(id);
    const delay = 'La boîte de cette personne est pleine. (452 4.2.2 Full)';
    expect(entries.find(({ event }) => event === 'mailed')?.mail).toMatchObject({ problem: null, delay });
    expect((await mailsTo('ugo@etu.example.ca'))[0]?.lastError).toBe(delay);
  });

  it('tells that a mail came back, and why', async () => {
    const { id, examId } = await importOne('max@etu.example.ca', 'Retour');
    past();
    const delivery_reported_at = portal.context.clock.now();
    const report = { delivery: 'failed', delivery_reported_at, delivery_reason: 'mailboxFull' } as const;
    await setMail(examId, { state: 'sent', ...report });
    const { entries } = await historyOf(id);
    expect(entries.slice(0, 2).map(({ event, mail }) => [event, mail?.state, mail?.problem])).toEqual([
      [
        'mailBounced',
        'bounced',
        'La boîte de cette personne est pleine. Renvoyez le courriel quand elle aura fait de la place, ou à une autre adresse.',
      ],
      ['mailed', 'sent', null],
    ]);
    expect(entries[0]?.at).toEqual(delivery_reported_at);

    // A copy adds a line; what became of the first mail stays.
    past();
    const params = { mailId: entries[0]?.mail?.id ?? 0 };
    expect((await admins[3].call(retryMail, { params })).status).toBe(200);
    await portal.context.database.transact((tx) =>
      sql`update outgoing_mails set state = 'sent', sent_at = queued_at where exam_id = ${examId} and state = 'queued'`.execute(
        tx,
      ),
    );
    const later = (await historyOf(id)).entries;
    expect(later[0]).toMatchObject({ event: 'mailed', mail: { state: 'sent', problem: null } });
    expect(later.slice(1, 3)).toEqual(entries.slice(0, 2));
  });

  it('tells a mail that failed before it left and was sent again in one line, with its last state', async () => {
    const { id, examId } = await importOne('noa@etu.example.ca', 'Reprise');
    await setMail(examId, { state: 'failed', last_error: 'recipientRefused: 550 5.7.1 No' });
    const mailed = async () => (await historyOf(id)).entries.filter(({ event }) => event === 'mailed');
    const [failed] = await mailed();
    past();
    const params = { mailId: failed?.mail?.id ?? 0 };
    expect((await admins[3].call(retryMail, { params })).status).toBe(200);
    expect((await mailed()).map(({ mail }) => mail?.state)).toEqual(['queued']);
    await portal.context.database.transact((tx) =>
      sql`update outgoing_mails set state = 'sent', sent_at = queued_at where exam_id = ${examId} and state = 'queued'`.execute(
        tx,
      ),
    );
    expect((await mailed()).map(({ mail }) => [mail?.state, mail?.problem])).toEqual([['sent', null]]);

    // A copy, as a link that has expired needs one, stands for a failed mail to the same address alone.
    const copy = (recipient: string) =>
      portal.context.database.transact((tx) =>
        sql`insert into outgoing_mails (mailing_id, system_id, exam_id, user_id, recipient, recipient_name, key, variables, state, queued_at, next_try_at)
          select mailing_id, system_id, exam_id, user_id, ${recipient}, recipient_name, key || '>' || ${recipient}, variables, 'queued', queued_at, next_try_at
          from outgoing_mails where exam_id = ${examId} order by id limit 1`.execute(tx),
      );
    await setMail(examId, { state: 'failed' });
    await copy('ailleurs@etu.example.ca');
    expect((await mailed()).map(({ mail }) => mail?.state).sort()).toEqual(['failed', 'queued']);
    await copy('noa@etu.example.ca');
    expect((await mailed()).map(({ mail }) => mail?.state)).toEqual(['queued', 'queued']);
  });

  it('tells who took them out of an exam, and of each sign-in of a week, before it of the last of a day', async () => {
    const { id, examId } = await importOne('ines@etu.example.ca', 'Sortie');
    past();
    await agent.call(unenrol, { params: { systemId: 3, examId, learningPlatformId: `g${id}` } });
    const told = (await historyOf(id)).entries.filter(({ exam }) => exam === 'Sortie');
    expect(told.map(({ event, by }) => [event, by])).toEqual([
      ['candidate.unenrolled', 'Sam Soutien'],
      ['imported', 'Alice Roy'],
    ]);

    const { email, userId } = await portal.make('student', 3);
    const signIns = async () =>
      (await historyOf(userId)).entries.filter(({ event }) => event === 'session.started').length;
    for (let times = 0; times < 3; times++) {
      await portal.signIn(email, 'Cle-Sure#1');
      past();
    }
    expect(await signIns()).toBe(3);
    const subject = `user:${userId}`;
    await portal.context.database.transact((tx) =>
      sql`update audit_lines set at = at - interval '8 days' where subject = ${subject}`.execute(tx),
    );
    expect(await signIns()).toBe(1);
  });

  it('shows nothing of other systems, and not who administers them', async () => {
    const email = 'deux@etu.example.ca';
    const { id, examId } = await importOne(email, 'Ici');
    const elsewhere = await importOne(email, 'Ailleurs', 2);
    expect(elsewhere.id).toBe(id);
    const told = await historyOf(id);
    expect(told.entries.map(({ systemId }) => systemId).filter((systemId) => systemId !== null)).toEqual([
      3, 3, 3,
    ]);
    expect(JSON.stringify(told)).not.toContain('Ailleurs');
    expect(told.invitations.map((exam) => exam.examId)).toEqual([examId]);
    // An administrator of the other system that enrolled the person may not change them.
    expect((await historyOf(id, admins[2])).whoMay).toEqual([]);
    // An administrator of the system that had the person before keeps that right.
    expect((await historyOf(id, admins[3])).whoMay).toBeNull();
    const all = await historyOf(id, superAdmin);
    expect(all.invitations).toHaveLength(2);
    expect(all.whoMay).toBeNull();
    expect((await invite(id, elsewhere.examId)).problem.code).toBe('exam.notFound');
  });

  it('hides what a super admin does, and is not found for people of other systems', async () => {
    const { email, userId } = await portal.make('superAdmin');
    await portal.context.database.transact((tx) =>
      tx
        .insertInto('user_roles')
        .values({ user_id: userId, system_id: 3, role: 'student', granted_at: portal.context.clock.now() })
        .execute(),
    );
    await portal.signIn(email, 'Cle-Sure#1');
    expect((await historyOf(userId)).entries).toEqual([]);
    expect((await historyOf(userId, superAdmin)).entries).toHaveLength(1);
    const stranger = await makePerson(portal, { roles: [{ role: 'student', systemId: 2 }] });
    for (const call of [
      agent.call(getPersonHistory, { params: { id: stranger } }),
      link(stranger),
      invite(stranger, 1),
      agent.call(getPersonHistory, { params: { id: 999_999 } }),
    ])
      expect((await call).problem.code).toBe('user.notFound');
    expect((await link(userId, await portal.as('student', 3))).problem.code).toBe('access.denied');
  });
});

it('an exam bears its title in the language of the reader, in their history, their details and past imports', async () => {
  const { id, examId } = await importOne('titres@etu.example.ca', 'Droit civil');
  await portal.context.database.transact((tx) =>
    tx.updateTable('exams').set({ title_en: 'Civil law' }).where('id', '=', examId).execute(),
  );
  const titlesIn = async (language: string) => {
    const headers = { 'accept-language': language };
    const [history, info, past] = [
      await agent.call(getPersonHistory, { params: { id }, headers }),
      await agent.call(getUserInfo, { body: { id }, headers }),
      await admins[3].call(listImports, { params: { systemId: 3 }, headers }),
    ];
    return new Set([
      ...history.reply.entries.flatMap((entry) => entry.exam ?? []),
      ...history.reply.invitations.map(({ title }) => title),
      ...info.reply.exams.map(({ title }) => title),
      ...info.reply.listExamBS.map((text) => text.replace(/ \(.*/, '')),
      ...past.reply.imports.filter((one) => one.examId === examId).map((one) => one.exam),
    ]);
  };
  expect(await titlesIn('fr')).toEqual(new Set(['Droit civil']));
  expect(await titlesIn('en')).toEqual(new Set(['Civil law']));
});

describe('a link that support sends', () => {
  it('is refused where the account is deleted at the same moment', async () => {
    const email = 'disparue@etu.example.ca';
    const id = await makePerson(portal, { email, roles: [{ role: 'student', systemId: 3 }] });
    const locked = Promise.withResolvers<void>();
    const deletion = portal.context.database.transact(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
      locked.resolve();
      // Until the request waits for the lock.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await tx.deleteFrom('user_roles').where('user_id', '=', id).execute();
      await tx.deleteFrom('users').where('id', '=', id).execute();
    });
    await locked.promise;
    const answer = link(id);
    await deletion;
    expect((await answer).problem).toMatchObject({ status: 404, code: 'user.notFound' });
  });

  it('is mailed once a minute in their language, replaces the older one, and is audited in each of their systems', async () => {
    const email = 'lien@etu.example.ca';
    const id = await makePerson(portal, {
      email,
      language: 'en',
      roles: [2, 3].map((systemId) => ({ role: 'student', systemId })),
    });
    expect([(await link(id)).reply, (await link(id)).reply]).toEqual(['sent', 'recent']);
    const first = await newestLinkTo(email);
    past(61);
    expect((await link(id)).reply).toBe('sent');
    const [mail, older] = await mailsTo(email);
    expect(mail).toMatchObject({ systemId: 3, language: 'en', subject: 'Your link to choose a password' });
    expect(older?.state).toBe('cancelled');
    expect((await portal.nobody.call(verifyToken, { body: first })).reply).toBe(false);
    const second = await newestLinkTo(email);
    expect((await portal.nobody.call(verifyToken, { body: second })).reply).toBe(true);
    const password = { newPassword: 'Brume#Verte1', confirmNewPassword: 'Brume#Verte1' };
    expect((await portal.nobody.call(resetPassword, { body: { ...second, ...password } })).reply).toBe(true);
    const lines = (await linesAbout(portal, id)).filter(({ action }) => action === 'user.resetLinkSent');
    expect(lines.map(({ systemId, actorId }) => [systemId, actorId])).toEqual([
      [2, agent.userId],
      [3, agent.userId],
      [2, agent.userId],
      [3, agent.userId],
    ]);
    const { entries } = await historyOf(id);
    const told = entries.map(({ event }) => event);
    // The mail says who sent the link; the operation is no event of its own.
    expect(told).not.toContain('user.resetLinkSent');
    expect(entries.filter(({ event, by }) => event === 'mailed' && by !== null)).toHaveLength(2);
    expect(told).toContain('linkOpened');
  });

  it('is limited for whoever sends them: 200 mails an hour, invitations too', async () => {
    const eager = await portal.as('support', 3);
    const id = await makePerson(portal);
    for (let times = 0; times < 200; times++) expect((await link(id, eager)).status).toBe(200);
    const { status, problem } = await link(id, eager);
    expect([status, problem.code]).toEqual([429, 'request.tooMany']);
    expect((await link(id)).status).toBe(200);
  });

  it('is not sent to a closed account', async () => {
    const email = 'close@etu.example.ca';
    const id = await makePerson(portal, { email });
    await superAdmin.call(updateUsers, { body: { Ids: [id], Action: 'deactivate' } });
    expect((await historyOf(id)).mayGetLink).toBe(false);
    expect((await link(id)).reply).toBe('closed');
    expect(await mailsTo(email)).toEqual([]);
  });
});

describe('the invitation once more', () => {
  it('goes to the present address with a link that works, once for each request, and not while one is under way', async () => {
    const email = 'encore@etu.example.ca';
    const { id, examId } = await importOne(email, 'Encore');
    expect((await historyOf(id)).invitations).toMatchObject([{ examId, isUnderWay: true }]);
    expect((await invite(id, examId)).reply).toBe('underWay');
    await setMail(examId, { state: 'failed' });
    expect((await historyOf(id)).invitations).toMatchObject([{ examId, isUnderWay: false }]);
    const requestId = portal.context.clock.uuid();
    expect((await invite(id, examId, requestId)).reply).toBe('sent');
    expect((await invite(id, examId, requestId)).reply).toBe('sent');
    expect((await invite(id, examId)).reply).toBe('underWay');
    const mails = await mailsTo(email);
    expect(mails.map(({ state }) => state)).toEqual(['queued', 'failed']);
    expect((await portal.nobody.call(verifyToken, { body: await newestLinkTo(email) })).reply).toBe(true);
    expect((await linesAbout(portal, id)).at(-1)).toMatchObject({
      action: 'candidate.invitedAgain',
      systemId: 3,
      actorId: agent.userId,
      detail: { name: 'Maé Gagné', exam: 'Encore', examId },
    });
  });

  it('of two agents at once leaves once', async () => {
    const { id, examId } = await importOne('deuxfois@etu.example.ca', 'Deux fois');
    await setMail(examId, { state: 'sent' });
    const outcomes = await Promise.all([invite(id, examId), invite(id, examId)]);
    expect(outcomes.map(({ reply }) => reply).sort()).toEqual(['sent', 'underWay']);
  });

  it('is not offered for an exam that is over, and refused for one that they are not in', async () => {
    const { id, examId } = await importOne('fini@etu.example.ca', 'Fini', 3, portal.context.clock.today());
    await setMail(examId, { state: 'sent' });
    const other = await importOne('autre@etu.example.ca', 'Autre');
    expect((await invite(id, other.examId)).problem.code).toBe('exam.notFound');
    past(2 * 24 * 60 * 60);
    const late = await portal.as('support', 3);
    expect((await historyOf(id, late)).invitations).toEqual([]);
    expect((await invite(id, examId, portal.context.clock.uuid(), late)).reply).toBe('over');
  });
});

describe('who may do what support may not', () => {
  const named = (who: Caller) => who.call(listAdministrators);

  it('is named per system that the caller supports without administering it, and nobody of another system', async () => {
    await portal.as('admin', 2, { firstName: 'Ève', lastName: 'Zed' });
    const gone = await portal.as('admin', 3, { firstName: 'Guy', lastName: 'Parti' });
    const above = await portal.superAdmin();
    const body = { Ids: [gone.userId], Action: 'deactivate' as const };
    expect((await above.call(updateUsers, { body })).status).toBe(200);
    const sam = await portal.as('support', 3);
    expect((await named(sam)).reply).toEqual([
      {
        systemId: 3,
        people: [{ fullName: 'Alice Roy', email: expect.stringContaining('@') }],
        phone: null,
        office: null,
      },
    ]);
    const alone = await portal.as('support', 5);
    expect((await named(alone)).reply).toEqual([{ systemId: 5, people: [], phone: null, office: null }]);
    for (const who of [await portal.as('admin', 3), above]) expect((await named(who)).reply).toEqual([]);
  });

  it('is named with the telephone and the office of the system, in the one language in which it has one', async () => {
    await systemTransaction(portal.context, (tx) =>
      tx
        .updateTable('systems')
        .set({ phone: '613 555-0100', office_fr: 'Bureau 12' })
        .where('id', '=', 5)
        .execute(),
    );
    expect((await named(await portal.as('support', 5))).reply).toMatchObject([
      { systemId: 5, phone: '613 555-0100', office: { fr: 'Bureau 12', en: 'Bureau 12' } },
    ]);
  });

  it('is told neither to a candidate nor to somebody signed out', async () => {
    expect((await named(portal.nobody)).status).toBe(401);
    expect((await named(await portal.as('student', 3))).problem.code).toBe('access.denied');
  });
});

test('today’s exams of the systems that somebody supports stand by hour, with who is in and who was ticked as present', async () => {
  const today = portal.context.clock.today();
  const yesterday = secondsAfter(portal.context.clock.now(), -24 * 60 * 60)
    .toISOString()
    .slice(0, 10);
  const [ana, bob] = [await makePerson(portal, {}), await makePerson(portal, {})];
  const plain = (title: string, more: object) =>
    makePlainExam(portal, { systemId: 3, title, examDate: today, ...more });
  const [late, early, long, cancelled] = [
    await plain('Tard', {}),
    await plain('Tôt', { userIds: [ana, bob] }),
    await plain('Long', { examDate: yesterday }),
    await plain('Annulé', {}),
  ];
  await plain('Hier', { examDate: yesterday });
  await plain('Ailleurs', { systemId: 2 });
  const change = (id: number, set: Updateable<Schema['exams']>) =>
    portal.context.database.transact((tx) => tx.updateTable('exams').set(set).where('id', '=', id).execute());
  await change(late.id, { start_time: '14:00', title_en: 'Late' });
  await change(early.id, { start_time: '09:00', end_time: '12:00', place_en: 'Room 204' });
  await change(long.id, { end_date: today });
  await change(cancelled.id, { deactivated_at: portal.context.clock.now() });
  await portal.context.database.transact((tx) =>
    tx.updateTable('enrolments').set({ presence: 'present' }).where('user_id', '=', ana).execute(),
  );
  const { reply } = await (await portal.as('support', 3)).call(listTodaysExams);
  expect(reply.map(({ title }) => title.fr)).toEqual(['Long', 'Tôt', 'Tard']);
  expect(reply[1]).toEqual({
    examId: early.id,
    systemId: 3,
    title: { fr: 'Tôt', en: 'Tôt' },
    startTime: '09:00',
    endTime: '12:00',
    place: { fr: 'Room 204', en: 'Room 204' },
    candidates: 2,
    present: 1,
  });
  expect(reply[2]?.title.en).toBe('Late');
});
