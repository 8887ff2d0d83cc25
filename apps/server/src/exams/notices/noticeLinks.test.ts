import { cancelExam, editExam, getExam, reactivateExam } from '@guichet/contract/exams/exams';
import { announceExam, previewNotice } from '@guichet/contract/exams/notices';
import { resetPassword } from '@guichet/contract/identity/account';
import { getMail, listMails } from '@guichet/contract/mail/outbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { makePerson, makePlainExam } from '../../identity/users/fixtures/people.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const since = new Date('2027-01-10T12:00:00Z');
const password_hash = 'x';

/** An exam with people, in each language, with no password, one that somebody else chose, or their own. */
async function makeExam(name: string) {
  const make = (firstName: string, language: 'fr' | 'en', row?: object) =>
    makePerson(portal, {
      email: `${firstName}.${name}@etu.example.ca`.toLowerCase(),
      firstName,
      language,
      ...(row && { row }),
    });
  const userIds = [
    await make('Ana', 'fr'),
    await make('Bea', 'en'),
    await make('Cid', 'fr', { password_hash, must_choose_password_since: since }),
    await make('Dan', 'fr', { password_hash }),
    await make('Eve', 'en', { password_hash }),
    await make('Off', 'fr', { deactivated_at: since }),
  ];
  const { id: examId } = await makePlainExam(portal, { title: name, examDate: '2027-05-03', userIds });
  return { systemId: 3, examId };
}

type OfExam = Awaited<ReturnType<typeof makeExam>>;

async function move(params: OfExam, examDate: string) {
  const { reply: exam } = await admin.call(getExam, { params });
  const { titleFr, titleEn, startTime, endTime, placeFr, placeEn, placeUrl } = exam;
  const { instructionsFr, instructionsEn, version } = exam;
  const texts = { titleFr, titleEn, placeFr, placeEn, placeUrl, instructionsFr, instructionsEn };
  await admin.call(editExam, { params, body: { ...texts, startTime, endTime, examDate, version } });
}

/** The mails with their links, by first name, as a reader with all rights sees them. */
async function mailsOf({ examId }: OfExam) {
  const reader = await portal.superAdmin();
  const { reply } = await reader.call(listMails, { query: { examId, state: 'queued' } });
  const mails = await Promise.all(
    reply.mails.map(async ({ id }) => (await reader.call(getMail, { params: { mailId: id } })).reply),
  );
  return new Map(mails.map((mail) => [mail.recipient.split('.')[0] ?? '', mail]));
}

const link = (text = '') => new URL(/https?:\S*(?:login|-password)\S*/.exec(text)?.[0] ?? 'none:');

it('a change of an exam offers those without a password the link to choose one, which works, and the others to sign in', async () => {
  const exam = await makeExam('Annonce');
  await move(exam, '2027-05-10');
  expect((await admin.call(announceExam, { params: exam })).reply).toBe(5);
  const mails = await mailsOf(exam);
  expect([...mails.keys()].toSorted()).toEqual(['ana', 'bea', 'cid', 'dan', 'eve']);
  for (const name of ['dan', 'eve']) expect(link(mails.get(name)?.text).pathname).toBe('/login');
  expect(mails.get('dan')?.text).not.toContain('mot de passe');
  expect(mails.get('ana')?.text).toContain('Vous n’avez pas encore choisi de mot de passe.');
  expect(mails.get('ana')?.text).toContain('au plus tard le lundi 10\u00A0mai 2027');
  expect(mails.get('bea')?.text).toContain('You have not chosen a password yet.');
  expect(mails.get('bea')?.text).toContain('expires after Monday, May\u00A010, 2027.');
  for (const name of ['ana', 'bea', 'cid']) {
    const mail = mails.get(name);
    expect(mail?.text).not.toContain('/login');
    const { pathname, searchParams } = link(mail?.text);
    expect([pathname, searchParams.get('u')]).toEqual(['/reset-password', mail?.recipient]);
    const newPassword = 'Choisi#Volet22';
    const { reply } = await portal.nobody.call(resetPassword, {
      body: {
        token: searchParams.get('t') ?? '',
        userName: mail?.recipient ?? '',
        newPassword,
        confirmNewPassword: newPassword,
      },
    });
    expect(reply).toBe(true);
  }
});

it('so does the mail that an exam takes place after all, while that of its cancellation leads nowhere', async () => {
  const exam = await makeExam('Rétabli');
  const cancelled = { params: exam, query: { sendEmail: true } };
  expect((await admin.call(cancelExam, cancelled)).reply).toBe(5);
  for (const mail of (await mailsOf(exam)).values()) expect(mail.text).not.toMatch(/\/login|-password/);
  await admin.call(reactivateExam, { params: exam, body: { sendEmail: true } });
  const mails = await mailsOf(exam);
  expect(['ana', 'dan'].map((name) => link(mails.get(name)?.text).pathname)).toEqual([
    '/reset-password',
    '/login',
  ]);
});

it('what is shown before it is sent is the mail to those who have a password', async () => {
  const exam = await makeExam('Aperçu');
  const { reply } = await admin.call(previewNotice, { params: exam, body: { kind: 'examChanged' } });
  expect(reply.fr?.html).toContain('/login');
  expect(reply.fr?.html).not.toContain('mot de passe');
});
