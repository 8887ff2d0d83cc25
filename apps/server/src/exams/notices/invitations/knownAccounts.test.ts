import { createExamSpace } from '@guichet/contract/exams/exams';
import { resetPassword } from '@guichet/contract/identity/account';
import { createUser } from '@guichet/contract/identity/account.given';
import { importCandidates } from '@guichet/contract/imports/imports';
import { getMail, listMails } from '@guichet/contract/mail/outbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { mailToken } from '../../../mail/outbox/render/mailSecrets.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const password = 'Choisi#Volet22';

/** An account made in the program PDI, with a link to choose a password, or with a password that was mailed. */
async function makeAccount(userName: string, given: string | null = null) {
  const pdi = await portal.as('admin', 2);
  const secret = { newPassword: given, confirmNewPassword: given };
  const body = { userName, firstName: 'Ana', lastName: 'Roy', roleList: ['PDI'], languageId: 'en' as const };
  expect((await pdi.call(createUser, { body: { ...body, sendEmail: true, ...secret } })).status).toBe(200);
}

async function choosePassword(userName: string) {
  const { userId, subject } = await portal.context.database.read
    .selectFrom('outgoing_mails')
    .select(['user_id as userId', 'variables as subject'])
    .where('recipient', '=', userName)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  expect(userId).not.toBeNull();
  const { secretLink } = subject as unknown as { secretLink: { purpose: 'firstPassword'; subject: string } };
  const token = mailToken(portal.context.keys.derive('mailTokens'), {
    ...secretLink,
    expiresAt: null,
    mailedTo: undefined,
  });
  const body = { token, userName, newPassword: password, confirmNewPassword: password };
  expect((await portal.nobody.call(resetPassword, { body })).reply).toBe(true);
}

/** The notice of an exam of another program, DC, as its administrators read it. */
async function invite(email: string, mailsAt = '') {
  const dc = await portal.as('admin', 3);
  const body = { title: 'Sitting 3', examDate: '2027-04-30' };
  const { reply: exam } = await dc.call(createExamSpace, { params: { systemId: 3 }, body });
  const bytes = `Prénom;Nom;Courriel\r\nAna;Roy;${email}`;
  const how = {
    systemId: 3,
    languageId: 'en' as const,
    selectedCourse: exam.courseId,
    sendEmail: true,
    mailsAt,
  };
  await dc.call(importCandidates, { body: how, file: { name: 'liste.csv', bytes } });
  return async () => {
    const [listed] = (await dc.call(listMails, { query: { search: email } })).reply.mails;
    return (await dc.call(getMail, { params: { mailId: listed?.id ?? 0 } })).reply;
  };
}

const exists = 'Your account already exists: sign in with your address and your password.';
const works = 'Your password for the portal still works: you do not have to choose one.';

it('the notice of another program names the program in its subject and its first sentence', async () => {
  await makeAccount('named@etu.example.ca');
  const mail = await (await invite('named@etu.example.ca'))();
  expect(mail.subject).toBe('Exam notice: Sitting 3 (DC Exams)');
  expect(mail.text).toContain('You are registered for the exam “Sitting 3” (DC Exams) on');
  expect(mail.text).toContain('Open the attached calendar file to add this exam to your calendar.');
});

it.each([
  ['chosen in an earlier mail', null],
  ['given by somebody else', 'Donne#Volet22'],
])(
  'who has yet to choose a password, %s, is not told that choosing one is all that is left',
  async (why, given) => {
    const email = `${why.length}@etu.example.ca`;
    await makeAccount(email, given);
    const { html, text } = await (await invite(email))();
    for (const told of [html, text]) {
      expect(told).toContain(exists);
      expect(told).not.toMatch(/one thing to do|Choose my password/);
    }
    // They may choose a password before they read it: the button leads in, and the link is a plain one below.
    expect(html).toMatch(/<a class="button" href="[^"]*\/dc\?orgId=[^"]*"[^>]*>Sign in<\/a>/);
    expect(html).toMatch(/<a href="[^"]*\/forgot-password[^"]*">ask for a new link<\/a>/);
  },
);

it('who has chosen a password, before the notice or before it leaves, reads that it works', async () => {
  await makeAccount('before@etu.example.ca');
  await choosePassword('before@etu.example.ca');
  const before = await (await invite('before@etu.example.ca'))();
  const read = await invite('between@etu.example.ca', '2027-04-01T09:00');
  expect((await read()).text).toContain('You have one thing to do now');
  await choosePassword('between@etu.example.ca');
  for (const { html, text } of [before, await read()])
    for (const told of [html, text]) {
      expect(told).toContain(works);
      expect(told).not.toMatch(/one thing to do|Choose my password/);
    }
});
