import { createExamSpace } from '@guichet/contract/exams/exams';
import { previewInvitation, sendEmailTest } from '@guichet/contract/exams/notices.invitations';
import { createUser } from '@guichet/contract/identity/account.given';
import { importCandidates, previewImport } from '@guichet/contract/imports/imports';
import { saveMessage } from '@guichet/contract/mail/messages';
import { listMessageVersions, restoreMessage } from '@guichet/contract/mail/messages.versions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';

const french = { systemId: 3, languageId: 'fr' } as const;
const nested = `${'<b>'.repeat(28_000)}a${'</b>'.repeat(28_000)}`;
const texts = [
  ['199,000 strokes', '<'.repeat(199_000)],
  ['28,000 nested tags', nested],
] as const;

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

/** Checks the duration, an upper bound of how long the event loop was blocked. */
async function quickly<T extends { readonly status: number }>(asked: Promise<T>): Promise<T> {
  const began = performance.now();
  const answer = await asked;
  expect(performance.now() - began).toBeLessThan(2000);
  return answer;
}

describe.each(texts)('a text of %s', (_what, body) => {
  const text = { subject: 'Objet', body };

  it('is refused by a preview, at its field and with a remedy', async () => {
    const { problem } = await quickly(admin.call(previewInvitation, { params: french, body: text }));
    expect(problem).toMatchObject({
      status: 422,
      code: 'text.tooIntricate',
      params: { tags: 5000, depth: 100 },
      errors: [{ path: 'body', messageKey: 'invalid' }],
    });
  });

  it('is not saved', async () => {
    const { problem } = await quickly(admin.call(saveMessage, { params: french, body: text }));
    expect(problem).toMatchObject({ status: 422, code: 'text.tooIntricate' });
  });

  it('is not mailed to a new person', async () => {
    const person = { userName: 'noe@example.ca', firstName: 'Noé', lastName: 'Roy', roleList: ['DC'] };
    const password = { newPassword: 'Autre-Cle#2', confirmNewPassword: 'Autre-Cle#2' };
    const emailbody = body.slice(0, 99_000);
    const form = { ...person, ...password, sendEmail: true, languageId: 1, emailbody };
    const { problem } = await quickly(admin.call(createUser, { body: form as never }));
    expect(problem).toMatchObject({ status: 422, code: 'text.tooIntricate' });
    expect(problem.errors).toEqual([{ path: 'emailbody', messageKey: 'invalid' }]);
  });
});

describe.each(texts)('a text of %s that was saved before there were limits', (_what, body) => {
  let versionId = 0;
  beforeAll(async () => {
    const { database, clock } = portal.context;
    const saved = await admin.call(saveMessage, {
      params: french,
      body: { subject: 'Avant', body: '<p>a</p>' },
    });
    expect(saved.status).toBe(200);
    await database.transact(async (tx) => {
      await tx.updateTable('messages').set({ body }).where('system_id', '=', 3).execute();
      const { id } = await tx
        .insertInto('message_versions')
        .values({
          system_id: 3,
          language: 'fr',
          subject: 'Vieux',
          body,
          saved_at: clock.now(),
          saved_by_name: '',
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow();
      versionId = Number(id);
    });
  });

  it('stops its test mail with a remedy', async () => {
    const { problem } = await quickly(admin.call(sendEmailTest, { params: french }));
    expect(problem).toMatchObject({ status: 422, code: 'text.tooIntricate' });
  });

  it('stops an import before anybody is enrolled, and its preview', async () => {
    const exam = { title: 'Examen', examDate: '2027-04-30' };
    const { reply } = await admin.call(createExamSpace, { params: { systemId: 3 }, body: exam });
    const form = { ...french, selectedCourse: reply.courseId, sendEmail: true };
    const file = { name: 'l.csv', bytes: 'Prénom;Nom;Courriel\nNoé;Roy;noe.roy@etu.example.ca' };
    for (const endpoint of [importCandidates, previewImport]) {
      const { problem } = await quickly(admin.call(endpoint, { body: form, file }));
      expect(problem).toMatchObject({ status: 422, code: 'text.tooIntricate' });
    }
    const placed = await portal.context.database.read.selectFrom('enrolments').select('user_id').execute();
    expect(placed).toEqual([]);
  });

  it('is listed among the versions, and cannot be restored', async () => {
    const { status, reply } = await quickly(admin.call(listMessageVersions, { params: french }));
    expect(status).toBe(200);
    expect(reply.map(({ id }) => id)).toContain(versionId);
    const params = { systemId: 3, versionId };
    const { problem } = await quickly(admin.call(restoreMessage, { params, body: {} }));
    expect(problem).toMatchObject({ status: 422, code: 'text.tooIntricate' });
  });
});
