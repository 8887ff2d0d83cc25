import { readFileSync } from 'node:fs';
import {
  type CorrectionField,
  listCorrectionsOf,
  requestCorrection,
  requestCorrectionOf,
} from '@guichet/contract/exams/candidate.corrections';
import { listOwnMails, readOwnMail } from '@guichet/contract/mail/outbox.own';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import { insertStudent } from '../../../identity/users/users.service.ts';
import { mailWords } from '../../../mail/texts/texts.service.ts';

let portal: TestPortal;
let admin: Caller;
let support: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  support = await portal.as('support', 3, { firstName: 'Sam', lastName: 'Roy' });
});
afterAll(() => portal.close());

const newPerson = () => portal.as('student', 3, { firstName: 'Rosa', lastName: 'Martin' });
const write = (userId: number, field: CorrectionField, request: string) =>
  support.call(requestCorrectionOf, { params: { id: userId }, body: { field, request } });
async function lastMailTo(who: Caller) {
  const [mail] = (await who.call(listOwnMails)).reply;
  const { reply } = await who.call(readOwnMail, { params: { mailId: mail?.id ?? 0 } });
  return { subject: mail?.subject, html: reply.html.replaceAll('<br>\n', '<br>') };
}

it('a request that support wrote says who wrote it for whom, with labels in the language of the mail', async () => {
  const { userId } = await newPerson();
  const text = 'Exam: Hiver (February 12, 2027)\nShould be in: Not known yet\nExamination of Monday';
  expect((await write(userId, 'exam', text)).status).toBe(200);
  const { subject, html } = await lastMailTo(admin);
  expect(subject).toBe('Une demande attend votre réponse\u00a0: un de vos examens (Examens DC)');
  expect(html).toContain('Sam Roy a écrit cette demande pour Rosa Martin');
  const { corrections } = (await support.call(listCorrectionsOf, { params: { id: userId } })).reply;
  expect(html).toMatch(
    new RegExp(`href="[^"]*/corrections\\?request=${corrections[0]?.id}&[^>]*>Voir la demande`),
  );
  expect(html).not.toContain('Rosa Martin demande');
  expect(html).toMatch(
    /Examen.: Hiver \(February 12, 2027\)<br>Devrait être.: On ne le sait pas encore<br>Examination of Monday/,
  );
});

it('a person’s own request is theirs, and its subject says what it is about', async () => {
  portal.context.clock.advance(3600);
  admin = await portal.as('admin', 3);
  const rosa = await newPerson();
  const body = { systemId: 3, field: 'name' as const, request: 'Exam: Rosa' };
  expect((await rosa.call(requestCorrection, { body })).status).toBe(200);
  const { subject, html } = await lastMailTo(admin);
  expect(subject).toBe('Une demande attend votre réponse\u00a0: nom ou prénom (Examens DC)');
  expect(html).toContain('Rosa Martin demande une correction');
  expect(html).toContain('Exam: Rosa');
});

it('one that is passed on names in its subject what it is about and the program', async () => {
  const chief = await portal.superAdmin();
  support = await portal.as('support', 3, { firstName: 'Sam', lastName: 'Roy' });
  const { userId } = await newPerson();
  const role = { userId, systemId: 2, tenantScope: 'all' as const, now: portal.context.clock.now() };
  const factor = {
    user_id: userId,
    encrypted_secret: 'x',
    last_step: 0,
    started_at: role.now,
    confirmed_at: role.now,
  };
  await systemTransaction(portal.context, async (tx) => {
    await insertStudent(tx, role);
    await tx.insertInto('totp_secrets').values(factor).execute();
  });
  expect((await write(userId, 'secondFactor', 'Téléphone perdu')).status).toBe(200);
  const { subject, html } = await lastMailTo(chief);
  expect(subject).toBe('Une demande vous est transmise\u00a0: vérification en deux étapes (Examens DC)');
  expect(html).toContain('Sam Roy a écrit cette demande pour Rosa Martin; l’administration');
});

it.each(['fr', 'en'] as const)('the labels are those of the form: %s', (language) => {
  const file = new URL(`../../../../../web/public/assets/i18n/${language}.json`, import.meta.url);
  const form = JSON.parse(readFileSync(file, 'utf8'));
  const { about, wanted, notListed, unknown } = mailWords[language].correction.exam;
  expect([about, wanted, notListed, unknown]).toEqual([
    form['Correction.Exam.About'],
    form['Correction.Exam.Wanted'],
    form['Correction.Exam.NotListed'],
    form['Correction.Exam.Unknown'],
  ]);
});
