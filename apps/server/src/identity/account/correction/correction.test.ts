import type { BodyOf } from '@guichet/contract/core/endpoint';
import { personTextNames, textsAs } from '@guichet/contract/core/personTexts';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { takeOutCandidates } from '@guichet/contract/exams/places.removals';
import { confirmAddress } from '@guichet/contract/identity/account.confirmation';
import { createUser, updatePassword } from '@guichet/contract/identity/account.given';
import { listOwnSessions } from '@guichet/contract/identity/sessions.list';
import { type Correction, correctUser, getUserInfo } from '@guichet/contract/identity/users.changes';
import { searchUsers } from '@guichet/contract/identity/users.search';
import { importCandidates } from '@guichet/contract/imports/imports';
import { listMails, retryMail, retryMails } from '@guichet/contract/mail/outbox';
import { getPersonHistory } from '@guichet/contract/overview/support';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../../test/portal.ts';
import { queueMails } from '../../../mail/outbox/fixtures/mails.ts';
import { linesAbout, makePerson, readUserRow } from '../../users/fixtures/people.ts';
import { createAccount } from '../../users/users.service.ts';
import { first, readLink, second, usePasswordDesk } from '../fixtures/passwordDesk.ts';

const desk = usePasswordDesk();
let admin: Caller;
let people = 0;
beforeAll(async () => {
  admin = await desk.portal.as('admin', 3);
});

const names = { firstName: 'Zoé', lastName: 'Côté', languageId: 'fr', newsLetter: false } as const;
const addressOf = (name: string) => `${name}${++people}@etu.example.ca`;

async function correct(
  id: number,
  more: Partial<BodyOf<typeof correctUser>> = {},
  who = admin,
): Promise<Correction> {
  const { status, reply, raw } = await who.call(correctUser, { body: { id, ...names, ...more } });
  expect(status, raw).toBe(200);
  return reply;
}

/** A candidate from a list, whose invitation waits, failed or has left. */
async function importOne(
  email: string,
  state: 'queued' | 'failed' | 'sent' = 'queued',
  examDate = '2027-05-03',
) {
  const { portal } = desk;
  const body = { title: `Hiver ${++people}`, examDate };
  const { reply: exam } = await admin.call(createExamSpace, { params: { systemId: 3 }, body });
  const order = { systemId: 3, languageId: 'fr', selectedCourse: exam.courseId, sendEmail: true } as const;
  const bytes = `Prénom;Nom;Courriel\nZoé;Côté;${email}`;
  const imported = await admin.call(importCandidates, { body: order, file: { name: 'l.csv', bytes } });
  expect(imported.reply).toBe(1);
  const { id } = await portal.context.database.read
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', email)
    .executeTakeFirstOrThrow();
  const link = readLink((await desk.linksTo(email))[0]);
  await portal.context.database.transact((tx) =>
    tx
      .updateTable('outgoing_mails')
      .set({ state, ...(state === 'sent' && { sent_at: portal.context.clock.now() }) })
      .where('user_id', '=', id)
      .execute(),
  );
  return { id, link, examId: exam.id };
}

const mailsTo = async (email: string) =>
  (await desk.mailsTo(email)).filter(({ recipient }) => recipient === email);
const statesTo = async (email: string) =>
  (await mailsTo(email)).map(({ subject, state }) => `${state}: ${subject}`).sort();
const told = 'L’adresse de votre compte a changé';
const asks = 'Confirmez votre nouvelle adresse';

async function invitationLink(email: string) {
  const [mail] = await mailsTo(email);
  return readLink(new URL(/<(\S+reset-password\S+)>/.exec(mail?.text ?? '')?.[1] ?? 'x:'));
}

/** The link that was mailed to a new address. */
async function newAddressLink(email: string) {
  const mail = (await mailsTo(email)).find(({ subject }) => subject === asks);
  const url = new URL(/<(\S+confirm-email\S+)>/.exec(mail?.text ?? '')?.[1] ?? 'x:');
  return { t: url.searchParams.get('t') ?? '', u: url.searchParams.get('u') ?? '' };
}
const press = async ({ u: userName, t: token }: { t: string; u: string }, password = first) => {
  const { reply } = await desk.portal.nobody.call(confirmAddress, { body: { userName, token, password } });
  return reply.outcome === 'confirmed';
};

const astrayOf = (reply: Correction) => (reply.outcome === 'corrected' ? reply.mailIds : []);

describe('the address of a person who has never signed in', () => {
  it('counts at once, in the search, for unsent mails and links; the old address is told and loses its link', async () => {
    const [wrong, right] = [addressOf('fausse'), addressOf('juste')];
    const { id, link } = await importOne(wrong);
    expect(await desk.verify(link)).toBe(true);
    expect(await correct(id, { email: right })).toEqual({
      outcome: 'corrected',
      address: { from: wrong, to: right },
      linkSentTo: null,
      mailIds: [],
      isOnPlatform: true,
    });

    const { reply } = await admin.call(searchUsers, { body: { filters: [{ searchTerm: right }] } });
    expect(reply.data).toMatchObject([{ id, email: right }]);
    const [invitation, ...notice] = await statesTo(wrong);
    expect([invitation, notice]).toEqual([expect.stringMatching(/^cancelled/), [`queued: ${told}`]]);
    expect((await mailsTo(right)).map(({ state }) => state)).toEqual(['queued']);

    for (const userName of [wrong, right]) {
      expect(await desk.verify({ ...link, userName })).toBe(false);
      expect(await desk.reset({ ...link, userName })).toBe(false);
    }
    const good = await invitationLink(right);
    expect(await desk.reset(good)).toBe(true);
    expect([await desk.canSignIn(right, second), await desk.canSignIn(wrong, second)]).toEqual([true, false]);
    expect((await readUserRow(desk.portal, id))?.email_confirmed_at).not.toBeNull();
  });

  it.each(['failed', 'sent'] as const)(
    'a mail that %s there is sent again to the new one, once',
    async (state) => {
      const [wrong, right] = [addressOf('fausse'), addressOf('juste')];
      const { id } = await importOne(wrong, state);
      const reply = await correct(id, { email: right });
      const mailId = astrayOf(reply)[0] ?? 0;
      expect((await admin.call(retryMail, { params: { mailId } })).reply).toBe(true);
      // The first mail stays what it is, and needs no attention any more.
      expect(await statesTo(wrong)).toContainEqual(
        expect.stringMatching(new RegExp(`^${state}: (?!${told})`)),
      );
      const { mails } = (await admin.call(listMails, { query: { unresolved: true } })).reply;
      expect(mails.map(({ id }) => id)).not.toContain(mailId);
      expect((await admin.call(retryMail, { params: { mailId } })).problem.code).toBe('mail.notRetryable');
      expect((await mailsTo(right)).map((mail) => mail.state)).toEqual(['queued']);
      expect(await desk.verify(await invitationLink(right))).toBe(true);
      const other = await desk.portal.as('admin', 2);
      expect((await other.call(retryMail, { params: { mailId } })).problem.code).toBe('mail.notFound');
    },
  );

  it('each letter that went astray is sent again, although a later one left', async () => {
    const [wrong, right] = [addressOf('fausse'), addressOf('juste')];
    const { id, examId } = await importOne(wrong, 'sent');
    const letter = { purpose: 'letter', systemId: 3 } as const;
    for (const _of of ['room', 'parking'])
      await queueMails(desk.portal.context, [{ email: wrong, userId: id }], letter, examId);
    await desk.portal.context.database.transact((tx) =>
      tx.updateTable('outgoing_mails').set({ state: 'failed' }).where('user_id', '=', id).execute(),
    );
    const mailIds = [...astrayOf(await correct(id, { email: right }))];
    expect(mailIds).toHaveLength(3);
    expect((await admin.call(retryMails, { body: { mailIds } })).reply).toEqual({ again: 3, left: 0 });
    expect(await mailsTo(right)).toHaveLength(3);
    expect(astrayOf(await correct(id, { email: addressOf('autre') }))).toEqual([]);
  });

  it.each(['mailboxUnknown: 550 5.1.1 No such user', 'mailboxFull: 552 5.2.2 Full'])(
    'the old address is not told where no mail can reach it: %s',
    async (reason) => {
      const [wrong, right] = [addressOf('fausse'), addressOf('juste')];
      const { id } = await importOne(wrong, 'failed');
      await desk.portal.context.database.transact((tx) =>
        tx.updateTable('outgoing_mails').set({ last_error: reason }).where('user_id', '=', id).execute(),
      );
      expect(await correct(id, { email: right })).toMatchObject({ address: { from: wrong, to: right } });
      const isUnknown = reason.startsWith('mailboxUnknown');
      expect((await statesTo(wrong)).filter((mail) => mail.endsWith(told))).toHaveLength(isUnknown ? 0 : 1);
    },
  );

  it('every notice of an exam to come that went astray is sent again at once, though a later mail is planned', async () => {
    const [wrong, second, right] = [addressOf('fausse'), addressOf('encore'), addressOf('juste')];
    const { id, examId: over } = await importOne(wrong, 'sent', '2027-05-02');
    const january = await importOne(wrong, 'sent', '2027-05-15');
    const february = await importOne(wrong, 'sent', '2027-06-15');
    const cancelled = await importOne(wrong, 'sent', '2027-06-16');
    const { examId: planned } = await importOne(wrong, 'sent', '2027-07-15');
    const { database, clock } = desk.portal.context;
    await database.transact(async (tx) => {
      const at = clock.now();
      const exam = (examId: number) => tx.updateTable('exams').where('id', '=', examId);
      await exam(over).set({ exam_date: '2026-12-01' }).execute();
      await exam(cancelled.examId).set({ deactivated_at: at }).execute();
      const later = new Date(at.getTime() + 86_400_000);
      await tx
        .updateTable('outgoing_mails')
        .set({ state: 'queued', sent_at: null, planned_for: later, next_try_at: later })
        .where('exam_id', '=', planned)
        .execute();
    });
    const first = astrayOf(await correct(id, { email: second }));
    expect(first).toHaveLength(2);
    expect((await admin.call(retryMails, { body: { mailIds: [...first] } })).reply).toEqual({
      again: 2,
      left: 0,
    });
    expect((await mailsTo(second)).map(({ state }) => state).sort()).toEqual(['planned', 'queued', 'queued']);
    // These copies go astray in turn. A mail to the second address says that the later exam was left.
    await database.transact(async (tx) => {
      const sent = { state: 'sent' as const, sent_at: clock.now() };
      await tx
        .updateTable('outgoing_mails')
        .set(sent)
        .where('recipient', '=', second)
        .where('planned_for', 'is', null)
        .execute();
    });
    const params = { systemId: 3, examId: february.examId };
    const removal = { userIds: [id], removalId: clock.uuid(), sendEmail: true };
    await admin.call(takeOutCandidates, { params, body: removal });
    await database.transact((tx) =>
      tx
        .updateTable('outgoing_mails')
        .set({ state: 'sent', sent_at: clock.now() })
        .where('exam_id', '=', february.examId)
        .execute(),
    );
    const again = astrayOf(await correct(id, { email: right }));
    const rows = await database.read
      .selectFrom('outgoing_mails')
      .select(['exam_id', 'recipient'])
      .where('id', 'in', [...again])
      .execute();
    expect(rows).toEqual([{ exam_id: january.examId, recipient: second }]);
  });

  it('a password chosen at the wrong address no longer opens the account', async () => {
    const [wrong, right] = [addressOf('fausse'), addressOf('juste')];
    const { id, link } = await importOne(wrong);
    expect(await desk.reset(link, second)).toBe(true);
    await correct(id, { email: right });
    expect([await desk.canSignIn(wrong, second), await desk.canSignIn(right, second)]).toEqual([
      false,
      false,
    ]);
  });

  it('a password that was never mailed stays, one in an unsent mail is readable in its copy', async () => {
    const [wrong, right] = [addressOf('fausse'), addressOf('juste')];
    const password = { newPassword: 'Nouveau#Volet1', confirmNewPassword: 'Nouveau#Volet1' };
    const person = { userName: wrong, firstName: 'Zoé', lastName: 'Côté', roleList: ['DC'] };
    const body = { ...person, ...password, sendEmail: false, languageId: 'fr' } as const;
    expect((await admin.call(createUser, { body })).status).toBe(200);
    const { reply } = await admin.call(searchUsers, { body: { filters: [{ searchTerm: wrong }] } });
    const userId = reply.data[0]?.id ?? 0;
    desk.portal.context.clock.advance(60);
    const mailed = { sendEmail: true, sendPassword: true, languageId: 'fr' } as const;
    await admin.call(updatePassword, { body: { userId, ...password, ...mailed } });
    await correct(userId, { email: right });
    expect((await mailsTo(right))[0]?.text).toContain('Nouveau#Volet1');
    expect(await desk.canSignIn(right, 'Nouveau#Volet1')).toBe(true);
  });

  it('a mail that is planned for later goes to the new one at its hour', async () => {
    const [wrong, right] = [addressOf('fausse'), addressOf('juste')];
    const { id } = await importOne(wrong);
    const { database } = desk.portal.context;
    const at = new Date('2027-04-20T13:00:00Z');
    const planned = { planned_for: at, next_try_at: at };
    await database.transact((tx) =>
      tx.updateTable('outgoing_mails').set(planned).where('user_id', '=', id).execute(),
    );
    await correct(id, { email: right });
    const rows = await database.read
      .selectFrom('outgoing_mails')
      .select(['recipient', 'state', 'planned_for', 'next_try_at'])
      .where('user_id', '=', id)
      .where('state', '=', 'queued')
      .execute();
    expect(rows).toEqual([{ recipient: right, state: 'queued', ...planned }]);
  });

  it('spelled with other capitals is changed without a mail', async () => {
    const email = addressOf('casse');
    const id = await makePerson(desk.portal, { email });
    await correct(id, { email: email.toUpperCase() });
    expect([(await readUserRow(desk.portal, id))?.email, await mailsTo(email)]).toEqual([
      email.toUpperCase(),
      [],
    ]);
  });
});

describe('the address of a person who has signed in', () => {
  async function signedIn(more: { language?: 'en' } = {}) {
    const { email, userId } = await desk.makePerson();
    const { database } = desk.portal.context;
    if (more.language)
      await database.transact((tx) => tx.updateTable('users').set(more).where('id', '=', userId).execute());
    return { email, userId, session: await desk.portal.signIn(email, first) };
  }

  it('counts when the link sent to the new one is confirmed: sessions end, the old one is told', async () => {
    const { email, userId, session } = await signedIn();
    const right = addressOf('nouvelle');
    const reset = await desk.askForLink(email);
    expect(await correct(userId, { email: right, lastName: 'Roy' })).toMatchObject({ linkSentTo: right });
    expect((await admin.call(getUserInfo, { body: { id: userId } })).reply).toMatchObject({
      email,
      newEmail: right,
      lastName: 'Roy',
    });
    expect(await desk.canSignIn(email, first)).toBe(true);
    expect((await session.call(listOwnSessions)).status).toBe(200);
    expect(await statesTo(right)).toEqual([`queued: ${asks}`]);

    const link = await newAddressLink(right);
    expect(await press({ ...link, u: email })).toBe(false);
    expect([await press(link), await press(link)]).toEqual([true, true]);
    expect((await session.call(listOwnSessions)).status).toBe(401);
    expect([await desk.canSignIn(right, first), await desk.canSignIn(email, first)]).toEqual([true, false]);
    expect(await statesTo(email)).toContain(`queued: ${told}`);
    for (const userName of [email, right]) expect(await desk.reset({ ...reset, userName })).toBe(false);
    const lines = await linesAbout(desk.portal, userId);
    expect(lines.slice(-2)).toMatchObject([
      {
        action: 'user.newAddressAsked',
        systemId: 3,
        actorId: admin.userId,
        detail: { email: { from: email, to: right } },
      },
      {
        action: 'account.addressChanged',
        systemId: 3,
        actorId: userId,
        detail: { email: { from: email, to: right } },
      },
    ]);
  });

  it('a choice of a new password leaves the link good; a later link, or the old address, voids it', async () => {
    const { email, userId } = await signedIn();
    const [one, other] = [addressOf('une'), addressOf('autre')];
    await correct(userId, { email: one });
    expect(await desk.reset(await desk.askForLink(email), second)).toBe(true);
    const link = await newAddressLink(one);
    await correct(userId, { email: one, profession: 'Droit' });
    expect(await newAddressLink(one)).toEqual(link);
    await correct(userId, { email: other });
    expect(await press(link)).toBe(false);
    const last = await newAddressLink(other);
    await correct(userId, { email });
    expect(await press(last)).toBe(false);
    expect(await statesTo(other)).toEqual([`cancelled: ${asks}`]);
    expect((await linesAbout(desk.portal, userId)).at(-1)?.action).toBe('user.newAddressDropped');
  });

  it('a link is over after seven days, and when another account has the address meanwhile', async () => {
    const { userId } = await signedIn();
    const [one, other] = [addressOf('tard'), addressOf('prise')];
    await correct(userId, { email: other });
    const link = await newAddressLink(other);
    await makePerson(desk.portal, { email: other });
    expect(await press(link)).toBe(false);
    await correct(userId, { email: one });
    desk.portal.context.clock.advance(7 * 24 * 60 * 60);
    expect(await press(await newAddressLink(one))).toBe(false);
    admin = await desk.portal.as('admin', 3);
  });

  it('both mails are in their language', async () => {
    const { email, userId } = await signedIn({ language: 'en' });
    const right = addressOf('anglaise');
    await correct(userId, { email: right, languageId: 'en' });
    const [mail] = await mailsTo(right);
    expect(mail?.subject).toBe('Confirm your new address');
    const url = new URL(/<(\S+confirm-email\S+)>/.exec(mail?.text ?? '')?.[1] ?? 'x:');
    expect(url.searchParams.get('lang')).toBe('en');
    expect(await press({ t: url.searchParams.get('t') ?? '', u: right })).toBe(true);
    expect((await mailsTo(email)).map(({ subject }) => subject)).toContain(
      'The address of your account has changed',
    );
  });
});

it('the mail to the old address is seen by the administrators of the system, as the person’s other mails, and by no others', async () => {
  const [atOnce, byLink] = [addressOf('ancienne'), await desk.makePerson()];
  await desk.portal.signIn(byLink.email, first);
  await correct(await makePerson(desk.portal, { email: atOnce }), { email: addressOf('droite') });
  const right = addressOf('ouverte');
  await correct(byLink.userId, { email: right });
  expect(await press(await newAddressLink(right))).toBe(true);
  const elsewhere = await desk.portal.as('admin', 5);
  const subjects = async (who: Caller, search: string) =>
    (await who.call(listMails, { query: { search } })).reply.mails.map(({ subject }) => subject);
  for (const former of [atOnce, byLink.email]) {
    expect(await subjects(admin, former)).toContain(told);
    expect(await subjects(elsewhere, former)).toEqual([]);
  }
  // A search for the person's present address finds the mail too.
  expect(await subjects(admin, right)).toContain(told);
});

it('the mails to the old address and to the new one are in the history of the person, with what became of them, and in no other', async () => {
  const [wrong, mistyped, right] = [addressOf('avant'), addressOf('avent'), addressOf('apres')];
  const id = await makePerson(desk.portal, { email: wrong });
  const other = await makePerson(desk.portal, { email: addressOf('autre') });
  const agent = await desk.portal.as('support', 3);
  const mailed = async (of: number) =>
    (await agent.call(getPersonHistory, { params: { id: of } })).reply.entries.flatMap(({ event, mail }) =>
      mail ? [`${event} ${mail.recipient} ${mail.subject}`] : [],
    );
  await correct(id, { email: mistyped });
  await desk.portal.context.database.transact(async (tx) => {
    const at = desk.portal.context.clock.now();
    const bounced = { state: 'sent', sent_at: at, delivery: 'failed', delivery_reported_at: at } as const;
    await tx.updateTable('outgoing_mails').set(bounced).where('recipient', '=', wrong).execute();
    await tx.updateTable('users').set({ last_visit_at: at }).where('id', '=', id).execute();
  });
  await correct(id, { email: right });
  expect((await mailed(id)).toSorted()).toEqual([
    `mailBounced ${wrong} ${told}`,
    `mailed ${right} ${asks}`,
    `mailed ${wrong} ${told}`,
  ]);
  expect(await mailed(other)).toEqual([]);
});

it('of these mails one that comes back asks for attention only if it has a link that is good', async () => {
  const bounce = (recipient: string) =>
    desk.portal.context.database.transact((tx) =>
      tx
        .updateTable('outgoing_mails')
        .set({ state: 'sent', delivery: 'failed' })
        .where('recipient', '=', recipient)
        .execute(),
    );
  const listed = async (search: string) => {
    const query = { search, unresolved: true };
    return (await admin.call(listMails, { query })).reply.mails.map(({ subject }) => subject);
  };
  const wrong = addressOf('rebond');
  await correct(await makePerson(desk.portal, { email: wrong }), { email: addressOf('bonne') });
  await bounce(wrong);
  expect(await statesTo(wrong)).toEqual([`bounced: ${told}`]);
  expect(await listed(wrong)).toEqual([]);
  const { email, userId } = await desk.makePerson();
  await desk.portal.signIn(email, first);
  const [mistyped, right] = [addressOf('faute'), addressOf('sans.faute')];
  await correct(userId, { email: mistyped });
  await bounce(mistyped);
  expect(await listed(mistyped)).toEqual([asks]);
  await correct(userId, { email: right });
  expect(await listed(mistyped)).toEqual([]);
});

describe('a correction', () => {
  it('of a person with a role in another system is for a super admin', async () => {
    const email = addressOf('deux');
    const roles = [2, 3].map((systemId) => ({ role: 'student' as const, systemId }));
    const id = await makePerson(desk.portal, { email, roles });
    const body = { id, ...names, email: addressOf('x') };
    expect((await admin.call(correctUser, { body })).problem.code).toBe('user.outOfReach');
    expect((await readUserRow(desk.portal, id))?.email).toBe(email);
    expect(await correct(id, { email: body.email }, await desk.portal.superAdmin())).toMatchObject({
      mailIds: [],
    });
  });

  it('to an address that another account has changes nothing, and names its owner to whoever may see them', async () => {
    const [mine, ours, theirs] = [addressOf('mien'), addressOf('notre'), addressOf('leur')];
    const id = await makePerson(desk.portal, { email: mine });
    const known = await makePerson(desk.portal, { email: ours, firstName: 'Ana' });
    await makePerson(desk.portal, { email: theirs, roles: [{ role: 'student', systemId: 2 }] });
    const holder = { id: known, fullName: 'Ana Côté', email: ours };
    const typed = ours.toUpperCase();
    expect(await correct(id, { email: typed, firstName: 'Eva' })).toEqual({ outcome: 'emailTaken', holder });
    expect(await correct(id, { email: theirs })).toEqual({ outcome: 'emailTaken', holder: null });
    expect(await readUserRow(desk.portal, id)).toMatchObject({ email: mine, first_name: 'Zoé' });
  });

  it('waits for an import that creates an account with the address, and says that it is taken', async () => {
    const email = addressOf('course');
    const id = await makePerson(desk.portal);
    const { context } = desk.portal;
    const isMade = Promise.withResolvers<void>();
    const importing = context.database.transact(async (tx) => {
      const roles = [{ role: 'student' as const, systemId: 3 }];
      const person = { email, firstName: 'Ana', lastName: 'Roy', language: 'fr' as const, roles };
      await createAccount(
        tx,
        { ...person, passwordHash: null, mustChoosePassword: true },
        context.clock.now(),
      );
      isMade.resolve();
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    await isMade.promise;
    const answer = correct(id, { email });
    await importing;
    expect(await answer).toMatchObject({ outcome: 'emailTaken', holder: { fullName: 'Ana Roy' } });
  });

  it('after somebody else’s shows how the person is now, and changes nothing', async () => {
    const email = addressOf('deux.mains');
    const id = await makePerson(desk.portal, { email, profession: 'Avocate' });
    const texts = { ...textsAs(personTextNames, () => null), profession: 'Avocate' };
    const seen = {
      firstName: 'Zoé',
      lastName: 'Côté',
      language: 'fr',
      email,
      newsLetter: false,
      ...texts,
    } as const;
    expect((await correct(id, { ...texts, firstName: 'Zoë', seen })).outcome).toBe('corrected');
    const now = { ...seen, firstName: 'Zoë' };
    expect(await correct(id, { ...texts, lastName: 'Roy', seen })).toEqual({ outcome: 'conflict', now });
    expect(await readUserRow(desk.portal, id)).toMatchObject({ first_name: 'Zoë', last_name: 'Côté' });
    expect((await correct(id, { ...texts, lastName: 'Roy', seen: now })).outcome).toBe('corrected');
  });

  it('of the student number is found, without the gaps between its digits, and of a name is in unsent mails', async () => {
    const email = addressOf('numero');
    const { id } = await importOne(email);
    await correct(id, { firstName: 'Zoë', studentNumber: '0300 55 66' });
    expect(await readUserRow(desk.portal, id)).toMatchObject({ student_number: '03005566', email });
    const { reply } = await admin.call(searchUsers, { body: { filters: [{ searchTerm: '3005566' }] } });
    expect(reply.data.map((row) => row.id)).toEqual([id]);
    const { mails } = (await admin.call(listMails, { query: { search: email, state: 'queued' } })).reply;
    expect(mails.map(({ recipientName }) => recipientName)).toEqual(['Zoë Côté']);
    await correct(id, { studentNumber: '' });
    expect((await readUserRow(desk.portal, id))?.student_number).toBeNull();
  });
});
