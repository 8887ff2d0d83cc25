import { createExamSpace } from '@guichet/contract/exams/exams';
import { changePassword, forgotPassword, resetPassword } from '@guichet/contract/identity/account';
import { login } from '@guichet/contract/identity/sessions';
import { importCandidates } from '@guichet/contract/imports/imports';
import { getMail, listMails } from '@guichet/contract/mail/outbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const auditLog = async () =>
  JSON.stringify(await portal.context.database.read.selectFrom('audit_lines').selectAll().execute());

it('no password, token or link of any operation appears in the audit log', async () => {
  const email = 'zoe@guichet.test';
  const secrets = ['Cle-Sure#1', 'Autre-Cle#2', 'Encore-Cle#3'];
  const [first = '', second = '', third = ''] = secrets;
  const admin = await portal.as('admin', 3);
  const superAdmin = await portal.superAdmin();
  const zoe = await portal.as('student', 3, { email });
  const textOfLastMail = async () => {
    const { mails } = (await superAdmin.call(listMails, { query: { search: email } })).reply;
    return (await superAdmin.call(getMail, { params: { mailId: mails[0]?.id ?? 0 } })).reply.text;
  };

  const body = { currentPassword: first, newPassword: second, confirmNewPassword: second };
  expect((await zoe.call(changePassword, { body })).status).toBe(200);
  await portal.nobody.call(forgotPassword, { body: { email, systemId: 3, languageId: 'fr' } });
  const t = decodeURIComponent(/[?&]t=([^&\s]+)/.exec(await textOfLastMail())?.[1] ?? '');
  expect(t).toMatch(/^resetPassword~/);
  const reset = { token: t, userName: email, newPassword: third, confirmNewPassword: third };
  expect((await portal.nobody.call(resetPassword, { body: reset as never })).reply).toBe(true);
  const session = (await portal.nobody.call(login, { body: { username: email, password: third } })).reply;

  const params = { systemId: 3 };
  const space = { title: 'Hiver', examDate: '2027-03-01' };
  const exam = (await admin.call(createExamSpace, { params, body: space })).reply;
  const bytes = 'Prénom;Nom;Courriel\nNoah;Roy;noah@guichet.test\n';
  const order = { selectedCourse: exam.courseId, languageId: 'fr' as const, sendEmail: true };
  await admin.call(importCandidates, { body: { ...params, ...order }, file: { name: 'a.csv', bytes } });
  const { mails } = (await superAdmin.call(listMails, { query: { search: 'noah@' } })).reply;
  const invitation = (await superAdmin.call(getMail, { params: { mailId: mails[0]?.id ?? 0 } })).reply.text;
  const invited = decodeURIComponent(/[?&]t=([^&\s]+)/.exec(invitation)?.[1] ?? '');
  expect(invited).toMatch(/^invitation~/);

  const tokens = session.outcome === 'signedIn' ? Object.values(session.tokens) : [];
  expect(tokens).toHaveLength(2);
  const written = await auditLog();
  for (const action of [
    'account.passwordChanged',
    'account.passwordReset',
    'candidates.imported',
    'mail.read',
  ])
    expect(written).toContain(action);
  for (const secret of [...secrets, t, invited, zoe.token ?? '', ...tokens])
    expect(written).not.toContain(secret);
  expect(written).not.toMatch(/\$argon2|[?&]t=|eyJ/);
});
