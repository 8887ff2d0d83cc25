import { listOwnExams } from '@guichet/contract/exams/candidate';
import { downloadCalendar } from '@guichet/contract/exams/candidate.calendar';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { confirmAccount, getExtraTime, setExtraTime } from '@guichet/contract/exams/results.extraTime';
import { chooseFirstPassword, forgotPassword, resetPassword } from '@guichet/contract/identity/account';
import { confirmAddress } from '@guichet/contract/identity/account.confirmation';
import { createUser, updatePassword } from '@guichet/contract/identity/account.given';
import { askOwnAddress } from '@guichet/contract/identity/account.own';
import { correctUser } from '@guichet/contract/identity/users.changes';
import { importCandidates } from '@guichet/contract/imports/imports';
import { listOwnMails } from '@guichet/contract/mail/outbox.own';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveExtraTimeRight } from '../../../test/extraTimeRight.ts';
import { type CaughtMail, type MailCatcher, openMailCatcher } from '../../../test/mailCatcher.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { startOutbox } from '../../mail/outbox/sending/outbox.worker.ts';

let catcher: MailCatcher;
let portal: TestPortal;
let holder: Caller;
/** An administrator of the same system without the right to extra time. */
let attacker: Caller;
let examId: number;
let courseId: string;
let people = 0;
beforeAll(async () => {
  catcher = await openMailCatcher();
  portal = await openTestPortal({ SMTP_URL: catcher.url });
  holder = await portal.as('admin', 3);
  await giveExtraTimeRight(portal, holder, 3);
  attacker = await portal.as('admin', 3, { firstName: 'Ida', lastName: 'Paré' });
  const body = { title: 'Examen', examDate: '2027-04-30', startTime: '09:00', endTime: '12:00' };
  const { reply: exam } = await holder.call(createExamSpace, { params: { systemId: 3 }, body });
  [examId, courseId] = [exam.id, exam.courseId];
});
afterAll(async () => {
  await portal.close();
  await catcher.close();
});

const [given, chosen] = ['Ficelle-Rouge#7', 'Bocal-Orange#4'];
const pair = (newPassword: string) => ({ newPassword, confirmNewPassword: newPassword });

async function idOf(email: string) {
  const users = portal.context.database.read.selectFrom('users').select('id').where('email', '=', email);
  return (await users.executeTakeFirstOrThrow()).id;
}

/** A candidate whose list states 45 minutes, or `cell`. */
async function enrol({ cell = '45 min', email = `lea${++people}@etu.example.ca`, sendEmail = false } = {}) {
  const lines = ['Prénom;Nom;Courriel;Temps supplémentaire', `Léa;Roy;${email};${cell}`];
  const order = { systemId: 3, languageId: 'fr' as const, selectedCourse: courseId, sendEmail };
  const file = { name: 'l.csv', bytes: lines.join('\n') };
  expect((await holder.call(importCandidates, { body: order, file })).status).toBe(200);
  return { email, userId: await idOf(email) };
}

type Person = Awaited<ReturnType<typeof enrol>>;
const give = async ({ userId }: Person, minutes = 45) =>
  (
    await holder.call(setExtraTime, {
      params: { systemId: 3, examId, userId },
      body: { extraTime: { minutes, factor: null } },
    })
  ).status;
const panel = async ({ userId }: Person, who = holder) =>
  (await who.call(getExtraTime, { params: { systemId: 3, examId, userId } })).reply;
const confirm = async ({ userId }: Person, until: Date, who = holder) =>
  (await who.call(confirmAccount, { params: { systemId: 3, examId, userId }, body: { until } })).status;
const setPassword = async ({ userId }: Person, who = attacker, password = given) =>
  (
    await who.call(updatePassword, {
      body: { userId, ...pair(password), sendEmail: false, sendPassword: false, languageId: 'fr' },
    })
  ).status;

/** Signs in with a password that somebody else set, and chooses a new password as the portal asks. */
async function signInAs({ email }: Person, password = given, next = chosen) {
  portal.context.clock.advance(1);
  const first = await portal.signIn(email, password);
  expect((await first.call(chooseFirstPassword, { body: pair(next) })).status).toBe(200);
  portal.context.clock.advance(1);
  return portal.signIn(email, next);
}

/** Everything that a candidate's session shows of the end of their exam. */
async function readEnd(session: Caller) {
  const [exam] = (await session.call(listOwnExams)).reply;
  const { raw } = await session.call(downloadCalendar);
  const mails = (await session.call(listOwnMails)).reply.map(({ subject }) => subject);
  return {
    ...{ hasExtraTime: exam?.hasExtraTime, ownEnd: exam?.ownEnd?.time, isHandedOver: exam?.isHandedOver },
    calendar: /^DTEND.*T(\d{4})/m.exec(raw)?.[1],
    isToldOfChange: mails.some((subject) => subject.startsWith('Changement pour votre examen')),
  };
}

const told = { hasExtraTime: true, ownEnd: '12:45', isHandedOver: false, calendar: '1245' };
const common = {
  ...{ hasExtraTime: false, ownEnd: undefined, isHandedOver: true, calendar: '1200' },
  isToldOfChange: false,
};

/** Sends due mails; returns those to these addresses, decoded. */
async function mailsOf(count: number, ...addresses: string[]) {
  const before = catcher.received.length;
  const worker = startOutbox(portal.context, 20);
  // A changed password is told by a mail of its own, at any time between.
  const asked = () =>
    catcher.received.slice(before).filter((mail) => !read(mail).text.includes(passwordChanged));
  try {
    for (let more = count; asked().length < count; more += 1) await catcher.waitFor(before + more, 20_000);
  } finally {
    await worker.stop();
  }
  const mails = asked();
  expect(mails).toHaveLength(count);
  return addresses.map((address) => mails.filter(({ to }) => to === address).map(read));
}

const passwordChanged = 'avec l’ancien mot de passe ont pris fin';
const mailsTo = async (address: string, count: number) => (await mailsOf(count, address))[0] ?? [];

function read({ raw }: CaughtMail) {
  const text = raw
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[\dA-F]{2})+/g, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString('utf8'));
  const [, token = ''] = /\?t=([^&\s"<>]+)&/.exec(text) ?? [];
  return { text, token };
}

/** Asks for a link as anybody may, and chooses a password with the link that came to this address. */
async function forget(email: string, password: string) {
  await portal.nobody.call(forgotPassword, { body: { email, systemId: 3, languageId: 'fr' } });
  const mail = (await mailsTo(email, 1)).at(-1);
  const body = { token: mail?.token ?? '', userName: email, ...pair(password) };
  expect((await portal.nobody.call(resetPassword, { body })).reply).toBe(true);
  portal.context.clock.advance(1);
  return portal.signIn(email, password);
}

const correctTo = (id: number, email: string, who = attacker) =>
  who.call(correctUser, {
    body: { id, firstName: 'Léa', lastName: 'Roy', languageId: 'fr', newsLetter: false, email },
  });

describe('who sets a password without the right to extra time', () => {
  it('reads in the account the hours of everybody, whether there is extra time or not', async () => {
    const [lea, noah] = [await enrol(), await enrol({ cell: '' })];
    for (const person of [lea, noah]) expect(await setPassword(person)).toBe(200);
    expect(await readEnd(await signInAs(lea))).toEqual(common);
    expect(await readEnd(await signInAs(noah))).toEqual(common);
  });

  it('nor of extra time that is given or changed later, in the panel or by a list', async () => {
    const lea = await enrol({ cell: '' });
    await setPassword(lea);
    const session = await signInAs(lea);
    await give(lea, 30);
    await enrol(lea);
    expect(await readEnd(session)).toEqual(common);
  });

  it('until somebody with the right has seen by whom and when, and vouches for the person', async () => {
    const lea = await enrol();
    await setPassword(lea);
    const session = await signInAs(lea);
    const [handover, ...more] = (await panel(lea)).handovers;
    expect([handover, more]).toMatchObject([{ part: 'password', by: 'Ida Paré' }, []]);
    const until = handover?.at ?? new Date(0);
    expect(await confirm(lea, until, attacker)).toBe(403);
    expect(await readEnd(session)).toEqual(common);
    // The password is set once more after the panel was opened.
    portal.context.clock.advance(60);
    await setPassword(lea, attacker, 'Ficelle-Rouge#8');
    expect(await confirm(lea, until)).toBe(200);
    expect(await readEnd(await signInAs(lea, 'Ficelle-Rouge#8'))).toEqual(common);
    expect(await confirm(lea, (await panel(lea)).handovers.at(-1)?.at ?? until)).toBe(200);
    expect((await panel(lea)).handovers).toEqual([]);
    expect(await readEnd(await portal.signIn(lea.email, chosen))).toMatchObject(told);
    const lines = portal.context.database.read.selectFrom('audit_lines').selectAll();
    const [line] = await lines.where('action', '=', 'exam.accountsConfirmed').execute();
    expect(line).toMatchObject({ subject: `exam:${examId}`, detail: { candidates: 1 } });
    expect(JSON.stringify(line?.detail)).not.toMatch(/45|Roy/);
  });

  it('nor once the person has chosen a password through a link that only they could read', async () => {
    const lea = await enrol();
    await setPassword(lea);
    expect(await readEnd(await forget(lea.email, chosen))).toMatchObject(told);
  });

  it('but not through a link to an address that the given password has moved', async () => {
    // Candidates cannot ask for a new address themselves; support can.
    const { email: former } = await portal.make('support', 3);
    const lea = await enrol({ email: former });
    await setPassword(lea);
    const session = await signInAs(lea);
    const email = `a.moi${people}@evil.example`;
    const asked = await session.call(askOwnAddress, { body: { email, proof: { password: chosen } } });
    expect(asked.reply).toEqual({ outcome: 'asked' });
    const [link] = await mailsTo(email, 1);
    const { token = '' } = link ?? {};
    const done = await portal.nobody.call(confirmAddress, {
      body: { token, userName: email, password: chosen },
    });
    expect(done.reply.outcome).toBe('confirmed');
    await mailsTo(email, 1);
    expect(await readEnd(await forget(email, 'Cadenas-Vert#9'))).toEqual(common);
  });

  it('super admins and who has the right do not count, as they are now', async () => {
    const [lea, mia] = [await enrol(), await enrol()];
    const former = await portal.as('admin', 3);
    await giveExtraTimeRight(portal, former, 3);
    await setPassword(lea, await portal.superAdmin());
    await setPassword(mia, former);
    expect(await readEnd(await signInAs(lea))).toMatchObject(told);
    const session = await signInAs(mia);
    expect(await readEnd(session)).toMatchObject(told);
    await portal.context.database.transact((tx) =>
      tx.deleteFrom('user_rights').where('user_id', '=', former.userId).execute(),
    );
    expect(await readEnd(session)).toEqual(common);
  });
});

describe('who corrects an address without the right to extra time', () => {
  it('reads the hours of everybody there, in mails and behind “forgot password”', async () => {
    const lea = await enrol();
    const email = `b.moi${people}@evil.example`;
    expect((await correctTo(lea.userId, email)).reply.outcome).toBe('corrected');
    await mailsTo(email, 1);
    expect(await readEnd(await forget(email, chosen))).toEqual(common);
    expect((await panel(lea)).handovers).toMatchObject([{ part: 'address', by: 'Ida Paré' }]);
  });

  it('the same where the address counts only after a press, made with the given password', async () => {
    const lea = await enrol();
    await setPassword(lea);
    await signInAs(lea);
    const email = `c.moi${people}@evil.example`;
    expect((await correctTo(lea.userId, email)).reply).toMatchObject({ linkSentTo: email });
    const [link] = await mailsTo(email, 1);
    const body = { token: link?.token ?? '', userName: email, password: chosen };
    expect((await portal.nobody.call(confirmAddress, { body })).reply.outcome).toBe('confirmed');
    await mailsTo(email, 1);
    expect(await readEnd(await forget(email, 'Cadenas-Vert#9'))).toEqual(common);
  });

  it('until a list with extra time names the address; a password needs more than that', async () => {
    const lea = await enrol();
    const email = `d.moi${people}@evil.example`;
    await correctTo(lea.userId, email);
    await mailsTo(email, 1);
    const session = await forget(email, chosen);
    expect(await readEnd(session)).toEqual(common);
    await enrol({ email });
    expect(await readEnd(session)).toMatchObject(told);
    await setPassword(lea);
    await enrol({ email });
    expect(await readEnd(await signInAs({ ...lea, email }, given, 'Cadenas-Vert#9'))).toEqual(common);
  });
});

it('so in an account that they made with a password of their choice, until the person has used a link', async () => {
  const email = `neuve${++people}@etu.example.ca`;
  const names = { firstName: 'Léa', lastName: 'Roy', languageId: 'fr' as const };
  const form = { ...names, userName: email, roleList: ['DC'], ...pair(given), sendEmail: false, examId };
  expect((await attacker.call(createUser, { body: form as never })).status).toBe(200);
  await enrol({ email });
  const person = { email, userId: await idOf(email) };
  expect(await readEnd(await signInAs(person))).toEqual(common);
  expect(await readEnd(await forget(email, 'Cadenas-Vert#9'))).toMatchObject(told);
});

it('a mail that waits follows the rule when it leaves, and one about nothing else waits for the person', async () => {
  const [lea, noah] = [await enrol({ sendEmail: true }), await enrol({ sendEmail: true, cell: '' })];
  for (const person of [lea, noah]) await setPassword(person);
  for (const [mail] of await mailsOf(2, lea.email, noah.email)) {
    expect(mail?.text).toContain(
      'Pour savoir si une autre s’applique à vous, adressez-vous à votre programme.',
    );
    expect(mail?.text).not.toMatch(/supplémentaire|12\s?h\s?45/);
  }
  expect(await give(lea, 30)).toBe(200);
  // Another mail leaves, so that the absence of a mail to Léa is no delay.
  await portal.nobody.call(forgotPassword, { body: { email: noah.email, systemId: 3, languageId: 'fr' } });
  expect(await mailsOf(1, lea.email)).toEqual([[]]);
  const session = await signInAs(lea);
  expect(await readEnd(session)).toEqual(common);
  await confirm(lea, (await panel(lea)).handovers.at(-1)?.at ?? new Date(0));
  portal.context.clock.advance(3700);
  const [change] = await mailsTo(lea.email, 1);
  expect(change?.text).toContain('12\u00a0h\u00a030');
  const later = await portal.signIn(lea.email, chosen);
  expect(await readEnd(later)).toMatchObject({ ownEnd: '12:30', isToldOfChange: true });
});
