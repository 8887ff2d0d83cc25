import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/testApp.ts';
import type { WriteTx } from '../../core/database/database.ts';
import { mailRow, makeFrame, queueMails } from './fixtures/mails.ts';
import { enqueueMails } from './mailPeople.ts';
import { cancelMails, enqueueImportMails, openMailing } from './outbox.service.ts';

let context: TestApp;

beforeAll(async () => {
  context = await openTestApp();
});
afterAll(() => context.close());

const stageId = '00000000-0000-4000-8000-000000000001';
const importId = '00000000-0000-4000-8000-000000000002';
const earlierImport = '00000000-0000-4000-8000-000000000003';

function openText(tx: WriteTx, language: 'fr' | 'en'): Promise<number> {
  return openMailing(context, tx, {
    systemId: 3,
    purpose: 'invitation',
    language,
    frame: makeFrame('dc@uni.example.ca', null),
    subject: '{{firstName}}',
    body: '<p>{{setPasswordUrl}}</p>',
    attachmentId: null,
    variables: { linkSystemId: 3 },
  });
}

/** Makes an exam, stages these lines and enrols each person on behalf of the line's `enrolledBy`. */
async function stage(
  tx: WriteTx,
  lines: readonly { email: string; language?: 'fr' | 'en'; hasPassword?: boolean; enrolledBy?: string }[],
): Promise<number> {
  const now = context.clock.now();
  const { rows } = await sql<{ id: number }>`
    insert into exams (system_id, title_fr, exam_date, course_id, created_at)
    values (3, 'Hiver', '2027-02-01', ${context.clock.uuid()}, ${now}) returning id`.execute(tx);
  const examId = rows[0]?.id as number;
  for (const [index, { email, language = null, hasPassword, enrolledBy = importId }] of lines.entries()) {
    await sql`
      insert into staged_candidates (stage_id, line, email, email_key, first_name, last_name, sort_name, search_text,
                                     language, staged_at)
      values (${stageId}, ${index + 2}, ${email}, ${email}, 'Zoé', 'Côté', '', '', ${language}, ${now})`.execute(
      tx,
    );
    await sql`
      insert into users (email, email_key, first_name, last_name, sort_name, search_text, language, password_hash,
                         created_at)
      values (${email}, ${email}, 'Zoé', ${`Côté ${email}`}, '', '', 'fr', ${hasPassword ? 'hash' : null}, ${now})
      on conflict do nothing`.execute(tx);
    await sql`
      insert into enrolments (system_id, exam_id, user_id, learning_platform_id, import_id, enrolled_at)
      select 3, ${examId}::bigint, id, id::text, ${enrolledBy}::uuid, ${now}::timestamptz from users
      where email_key = ${email} on conflict do nothing`.execute(tx);
  }
  return examId;
}

describe('the mails of an import', () => {
  test('S7.29 are one per person whom it placed, in the language of the first line, none twice', async () => {
    const { examId, first, again } = await context.database.transact(async (tx) => {
      const examId = await stage(tx, [
        { email: 'plain@x.ca' },
        { email: 'english@x.ca', language: 'en' },
        { email: 'plain@x.ca', language: 'en' },
        { email: 'known@x.ca', hasPassword: true },
        { email: 'before@x.ca', enrolledBy: earlierImport },
      ]);
      const mailingOf = { fr: await openText(tx, 'fr'), en: await openText(tx, 'en') };
      const now = context.clock.now();
      const of = {
        importId,
        examId,
        systemId: 3,
        lines: { stageId, after: 0, upTo: 1000 },
        mailingOf,
        returned: { userIds: [], mailingOf },
        linkSubject: '-7-abc',
        now,
        plannedFor: null,
      } as const;
      return { examId, first: await enqueueImportMails(tx, of), again: await enqueueImportMails(tx, of) };
    });
    expect([first, again]).toEqual([3, 0]);
    const mails = await context.database.read
      .selectFrom('outgoing_mails as o')
      .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
      .select([
        'o.recipient',
        'o.recipient_name',
        'o.variables',
        'o.user_id',
        'o.state',
        'm.language',
        'm.from_name',
      ])
      .where('o.exam_id', '=', examId)
      .orderBy('o.id')
      .execute();
    expect(mails.map(({ recipient, language }) => [recipient, language])).toEqual([
      ['plain@x.ca', 'fr'],
      ['english@x.ca', 'en'],
      ['known@x.ca', 'fr'],
    ]);
    expect(mails[0]).toMatchObject({
      recipient_name: 'Zoé Côté plain@x.ca',
      state: 'queued',
      from_name: 'Université',
    });
    expect(mails[0]?.variables.secretLink).toEqual({
      purpose: 'invitation',
      subject: `${mails[0]?.user_id}-7-abc`,
      expiresAt: null,
    });
    expect(mails[2]?.variables).not.toHaveProperty('secretLink');
  });

  test('are none for lines in a language that has no text at all', async () => {
    const count = await context.database.transact(async (tx) => {
      await sql`delete from staged_candidates`.execute(tx);
      const examId = await stage(tx, [{ email: 'a@y.ca', language: 'en' }, { email: 'b@y.ca' }]);
      const mailingOf = { fr: await openText(tx, 'fr'), en: null };
      const now = context.clock.now();
      const of = {
        importId,
        examId,
        systemId: 3,
        lines: { stageId, after: 0, upTo: 1000 },
        mailingOf,
        returned: { userIds: [], mailingOf },
        linkSubject: '-7-abc',
        now,
        plannedFor: null,
      } as const;
      return enqueueImportMails(tx, of);
    });
    expect(count).toBe(1);
  });
});

test('a mail with a key that was used before is not created', async () => {
  const [one, two] = await context.database.transact(async (tx) => {
    const mailingId = await openText(tx, 'fr');
    const variables = { firstName: 'Zoé', lastName: 'Côté', email: 'z@x.ca' };
    const mail = { mailingId, systemId: 3, key: 'once', userId: null, variables };
    return [
      await enqueueMails(tx, [mail], context.clock.now()),
      await enqueueMails(tx, [mail], context.clock.now()),
    ];
  });
  expect([one, two]).toEqual([1, 0]);
});

test('a mail that is planned bears the hour for which it is planned, not that at which somebody planned it', async () => {
  const now = context.clock.now();
  const plannedFor = new Date(now.getTime() + 7 * 24 * 3_600_000);
  const key = context.clock.uuid();
  await context.database.transact(async (tx) => {
    const mailingId = await openText(tx, 'fr');
    const variables = { firstName: 'Zoé', lastName: 'Côté', email: 'zoe.plus.tard@uni.example.ca' };
    await enqueueMails(tx, [{ mailingId, systemId: 3, key, userId: null, variables, plannedFor }], now);
  });
  const row = await context.database.read
    .selectFrom('outgoing_mails')
    .select(['queued_at', 'next_try_at', 'planned_for'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ queued_at: plannedFor, next_try_at: plannedFor, planned_for: plannedFor });
});

test('a person who leaves an exam gets none of its unsent mails, and keeps those of other exams', async () => {
  const ids = await queueMails(
    context,
    Array.from({ length: 4 }, (_, n) => ({ email: `c${n}@x.ca`, userId: 77 })),
  );
  const [queued = 0, waiting = 0, sent = 0, elsewhere = 0] = ids;
  await context.database.transact(async (tx) => {
    const set = (id: number, values: object) =>
      tx
        .updateTable('outgoing_mails')
        .set({ exam_id: 5, ...values })
        .where('id', '=', id)
        .execute();
    await set(queued, {});
    await set(waiting, { state: 'waiting' });
    await set(sent, { state: 'sent' });
    await set(elsewhere, { exam_id: 6 });
    await cancelMails(tx, { systemId: 3, examId: 5, userId: 77 }, { why: { reason: 'cancelledPlace' } });
  });
  const states = await Promise.all(ids.map(async (id) => (await mailRow(context, id)).state));
  expect(states).toEqual(['cancelled', 'cancelled', 'sent', 'queued']);
});
