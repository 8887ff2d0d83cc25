import { editExam, getExam } from '@guichet/contract/exams/exams';
import { announceExam } from '@guichet/contract/exams/notices';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailCatcher, openMailCatcher } from '../../../test/mailCatcher.ts';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { startOutbox } from '../../mail/outbox/sending/outbox.worker.ts';
import { makeAddress, openMovingDesk } from '../places/fixtures/movingDesk.ts';

let catcher: MailCatcher;
let portal: TestPortal;
beforeAll(async () => {
  catcher = await openMailCatcher();
  portal = await openTestPortal({ SMTP_URL: catcher.url });
});
afterAll(async () => {
  await portal.close();
  await catcher.close();
});

const size = 3000;

it('a change of an exam is announced to its 3,000 candidates in seconds: one mail to each, in their language', async () => {
  const { admin, makeExam, mails } = await openMovingDesk(portal);
  const names = Array.from({ length: size }, (_, n) => `N${n}`);
  const { id: examId } = await makeExam('Trois mille', names);
  // Every third candidate reads English; invitations are not part of this test.
  await portal.context.database.transact(async (tx) => {
    await sql`update users set language = 'en' where last_name = 'Essai' and id % 3 = 0`.execute(tx);
    await tx.deleteFrom('outgoing_mails').execute();
  });
  const people = await portal.context.database.read
    .selectFrom('users')
    .select(['email', 'language'])
    .where('last_name', '=', 'Essai')
    .execute();
  const params = { systemId: 3, examId };
  const { reply: exam } = await admin.call(getExam, { params });
  const body = { ...exam, examDate: '2027-06-07', placeFr: 'Salle 200', placeEn: 'Room 200' };
  expect((await admin.call(editExam, { params, body })).reply).toMatchObject({ toTell: size });

  const other = await portal.as('admin', 3);
  const began = performance.now();
  // Two administrators at the same moment.
  const answers = await Promise.all([admin, other].map((who) => who.call(announceExam, { params })));
  const milliseconds = Math.round(performance.now() - began);
  expect(answers.map(({ reply }) => reply).toSorted((one, two) => one - two)).toEqual([0, size]);
  expect(await mails(examId)).toHaveLength(size);

  const outbox = startOutbox(portal.context);
  await catcher.waitFor(size, 120_000);
  await outbox.stop();
  const { received } = catcher;
  expect(received).toHaveLength(size);
  expect(received.map(({ to }) => to).sort()).toEqual(names.map(makeAddress).sort());
  const languages = new Map(received.map(({ to, raw }) => [to, languageOf(raw)]));
  expect(people.filter(({ email, language }) => languages.get(email) !== language)).toEqual([]);
  expect(people.filter(({ language }) => language === 'en').length).toBeGreaterThan(900);
  expect((await mails(examId)).filter(({ state }) => state !== 'sent')).toEqual([]);
  console.info(`${size} candidates, ${portal.context.database.kind}: announce ${milliseconds} ms`);
  expect(milliseconds).toBeLessThan(10_000);
}, 300_000);

/** Recognised by the new day in the mail's language. */
function languageOf(raw: string): string | undefined {
  const text = raw.replaceAll(/=\r\n/g, '').replaceAll('=C2=A0', ' ');
  if (text.includes('Monday, June 7, 2027') && text.includes('Room 200')) return 'en';
  return text.includes('lundi 7 juin 2027') && text.includes('Salle 200') ? 'fr' : undefined;
}
