import { randomUUID } from 'node:crypto';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { previewNotice } from '@guichet/contract/exams/notices';
import { previewInvitation } from '@guichet/contract/exams/notices.invitations';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const placeUrl = 'https://plan.example.ca/112?a=1&b="2"';
async function makeExam(place: { placeFr: string; placeUrl: string }) {
  // The request id distinguishes this form: two equal forms within seconds make one exam.
  const body = { title: 'Hiver', examDate: '2027-05-03', requestId: randomUUID(), ...place };
  return (await admin.call(createExamSpace, { params: { systemId: 3 }, body })).reply.id;
}
async function preview(examId: number) {
  const text = { subject: '{{examPlace}}', body: '<p>Lieu : {{examPlace}}</p>', preheader: '', examId };
  const params = { systemId: 3, languageId: 'fr' as const };
  return (await admin.call(previewInvitation, { params, query: { kind: 'invitation' }, body: text })).reply;
}

it('the place of an exam is a link in the text of a mail, escaped, and nowhere else', async () => {
  const examId = await makeExam({ placeFr: 'Salle <112>', placeUrl });
  const { html, text, subject } = await preview(examId);
  const address = 'https://plan.example.ca/112?a=1&#38;b=&#34;2&#34;';
  expect(html).toContain(`<p>Lieu : <a href="${address}">Salle &#60;112&#62;</a></p>`);
  expect(html.match(/<a /g)).toHaveLength(1);
  const written = `Salle <112> (${placeUrl})`;
  expect([subject, text.includes(`Lieu : ${written}`)]).toEqual([written, true]);
  const body = { kind: 'examReactivated' as const };
  const notice = (await admin.call(previewNotice, { params: { systemId: 3, examId }, body })).reply;
  expect(notice.fr?.html).toContain(`<strong><a href="${address}">Salle &#60;112&#62;</a></strong>`);
});

it('a place with a name alone is no link, one with an address alone is', async () => {
  const named = await preview(await makeExam({ placeFr: 'Salle 112', placeUrl: '' }));
  expect(named.html).toContain('<p>Lieu : Salle 112</p>');
  const bare = await preview(await makeExam({ placeFr: '', placeUrl: 'https://plan.example.ca' }));
  expect(bare.html).toContain('<a href="https://plan.example.ca">https://plan.example.ca</a>');
});

it('an address of another kind, from before there was a rule, is only text', async () => {
  const examId = await makeExam({ placeFr: 'Salle', placeUrl });
  await systemTransaction(portal.context, (tx) =>
    sql`update exams set place_url = 'javascript:alert(1)' where id = ${examId}`.execute(tx),
  );
  const { html } = await preview(examId);
  expect(html).toContain('<p>Lieu : Salle (javascript:alert(1))</p>');
  expect(html).not.toContain('href="javascript');
});
