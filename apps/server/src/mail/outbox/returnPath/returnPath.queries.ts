import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import { defineJobs } from '../../../core/queue/queue.service.ts';
import { presentable } from '../transport/transport.ts';
import type { Answer, DeliveryReport } from './deliveryReport.ts';

/** The readings of the mailbox as one job, queued again when done; the lease allows one reader at a time. */
export const readingJobs = defineJobs<{ readonly id: number }>({
  name: 'return_path_readings',
  key: { id: 'integer' },
  fields: { id: 'j.id' },
  states: { queued: 'queued', running: 'reading', done: 'queued' },
  destination: { name: 'returnPath' },
  topic: 'returnPath',
  backoff: { waits: [10, 60, 300], spread: 0.2, mostTries: null },
  isTimed: 'true',
});

/** The mails that may have left, by id: only such a mail can have a report. */
export function selectReportable(db: ReadDb, ids: readonly number[]) {
  return (
    db
      .selectFrom('outgoing_mails')
      .select(['id', 'recipient'])
      .where(sql<boolean>`id = any(${ids}::bigint[])`)
      // A mail in state `sending` may have been accepted before its worker has stored the result.
      .where('state', 'in', ['sending', 'waiting', 'sent'])
      .execute()
  );
}

/** Stores a report unless a later report is stored: reports arrive in any order, and more than once. */
export async function storeReport(
  tx: WriteTx,
  mailId: number,
  { delivery, reason }: DeliveryReport,
  now: Date,
): Promise<void> {
  const rank = (value: unknown) =>
    sql`coalesce(array_position(array['delayed', 'delivered', 'failed'], ${value}::text), 0)`;
  await tx
    .updateTable('outgoing_mails')
    .set({
      delivery,
      delivery_reported_at: now,
      delivery_reason: sql`coalesce(${reason}::text, delivery_reason)`,
    })
    .where('id', '=', mailId)
    .where(sql<boolean>`${rank(sql.ref('delivery'))} < ${rank(delivery)}`)
    .execute();
}

export interface StoredAnswer extends Answer {
  readonly at: string;
}

/** Anybody may answer, as often as they like: the first answers stand with the mail. */
const mostAnswers = 5;
const mostText = 2000;

/** Stores an answer with its mail, unless the same one stands there, or as many as are kept. */
export async function storeAnswer(tx: WriteTx, mailId: number, { kind, text }: Answer, now: Date) {
  const same = { kind, text: presentable(text, mostText) };
  const answer: StoredAnswer = { ...same, at: now.toISOString() };
  await tx
    .updateTable('outgoing_mails')
    .set({ answers: sql`answers || ${JSON.stringify([answer])}::jsonb` })
    .where('id', '=', mailId)
    .where(sql<boolean>`jsonb_array_length(answers) < ${mostAnswers}::integer`)
    .where(sql<boolean>`not answers @> ${JSON.stringify([same])}::jsonb`)
    .execute();
}

export async function selectAnswers(db: ReadDb, mailId: number): Promise<StoredAnswer[]> {
  const row = await db
    .selectFrom('outgoing_mails')
    .select('answers')
    .where('id', '=', mailId)
    .executeTakeFirst();
  return (row?.answers ?? []) as unknown as StoredAnswer[];
}

export async function countMessage(tx: WriteTx, outcome: string): Promise<void> {
  await sql`
    insert into return_path_counts as c (outcome, messages) values (${outcome}, 1)
    on conflict (outcome) do update set messages = c.messages + 1`.execute(tx);
}

/** Mails that came back, and messages of the mailbox by outcome. */
export async function countReturned(db: ReadDb) {
  const messages = await db
    .selectFrom('return_path_counts')
    .select(['outcome', 'messages as n'])
    .orderBy('outcome')
    .execute();
  const { bounced } = await db
    .selectFrom('outgoing_mails')
    .select((row) => row.fn.countAll<number>().as('bounced'))
    .where('delivery', '=', 'failed')
    // The condition of the index.
    .where(sql<boolean>`(state = 'failed' or delivery = 'failed')`)
    .executeTakeFirstOrThrow();
  return { bounced, messages };
}

/** Sets the time of the next reading and forgets the begun message; the caller holds the lease of the row. */
export async function planReading(tx: WriteTx, at: Date): Promise<void> {
  await tx
    .updateTable('return_path_readings')
    .set({ next_try_at: at, message_uid: null, message_tries: 0 })
    .execute();
}

/** Notes that this message is begun; returns how often in a row. The caller holds the lease of the row. */
export async function beginMessage(tx: WriteTx, uid: number): Promise<number> {
  const { message_tries } = await tx
    .updateTable('return_path_readings')
    .set({
      message_uid: uid,
      message_tries: sql<number>`case when message_uid = ${uid}::bigint then message_tries + 1 else 1 end`,
    })
    .returning('message_tries')
    .executeTakeFirstOrThrow();
  return message_tries;
}
