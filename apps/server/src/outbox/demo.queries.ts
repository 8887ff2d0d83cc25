import type { WriteTx } from '../platform/database/database.ts';
import { secondsAfter } from '../platform/runtime/clock.ts';

/** Ends that mails meet in real life, in the form in which the worker writes them down. */
const ends = [
  { state: 'failed', attempts: 1, last_error: 'mailboxUnknown: 550 5.1.1 No such mailbox' },
  { state: 'waiting', attempts: 3, last_error: 'deferred: 451 4.7.1 Greylisted, try again later' },
  { state: 'cancelled', attempts: 0, last_error: null },
] as const;

/** As long as a mail may be put off; who looks at the demo shall find it waiting. */
const longSeconds = 6 * 60 * 60;

/** For the demo: lets the last mails of a system that still wait meet one end each, so that every state is there. */
export async function seedDemoOutcomes(tx: WriteTx, systemId: number, now: Date): Promise<void> {
  const mails = await tx
    .selectFrom('outgoing_mails')
    .select('id')
    .where('system_id', '=', systemId)
    .where('state', '=', 'queued')
    .orderBy('id', 'desc')
    .limit(ends.length)
    .execute();
  for (const [index, { id }] of mails.entries()) {
    const end = { ...ends[index], next_try_at: secondsAfter(now, longSeconds) };
    await tx.updateTable('outgoing_mails').set(end).where('id', '=', id).execute();
  }
}
