import { secondsAfter } from '../src/platform/clock.ts';
import type { House } from '../src/platform/house.ts';

/** Ends that mails meet in real life, so that the outbox of the demo shows every state. */
const ends = [
  { state: 'failed', attempts: 1, last_error: 'mailboxUnknown: 550 5.1.1 No such mailbox' },
  { state: 'waiting', attempts: 3, last_error: 'deferred: 451 4.7.1 Greylisted, try again later' },
  { state: 'cancelled', attempts: 0, last_error: null },
] as const;

export async function colourOutbox(house: House): Promise<void> {
  await house.database.transact(async (tx) => {
    const mails = await tx
      .selectFrom('outgoing_mails')
      .select('id')
      .where('system_id', '=', 3)
      .where('state', '=', 'queued')
      .orderBy('id', 'desc')
      .limit(ends.length)
      .execute();
    for (const [index, { id }] of mails.entries()) {
      const next_try_at = secondsAfter(house.clock.now(), 24 * 60 * 60);
      await tx
        .updateTable('outgoing_mails')
        .set({ ...ends[index], next_try_at })
        .where('id', '=', id)
        .execute();
    }
  });
}
