import type { Language } from '@guichet/contract/core/language';
import type { OutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, MachineGrant, ReadDb, SystemsGrant } from '../../../core/context/appContext.ts';
import { countOpenJobs, endHold, findHold, listOutages } from '../../../core/queue/queue.service.ts';
import { lacksPublicAddress } from '../../../core/runtime/publicAddress.ts';
import { failureWords } from '../causes/failureWords.ts';
import { openMailer } from '../transport/mailer.ts';
import { countQueuedSince, mailJobs } from './mailJobs.queries.ts';

/** Whether mails are held, and the mail server's problem if there is one. */
export async function findOutgoingStatus(
  context: AppContext,
  language: Language,
): Promise<Omit<OutgoingStatus, 'refused' | 'unsent'>> {
  const db = context.database.read;
  const hold = await findHold(db);
  const known = (await listOutages(context)).find(({ destination }) => destination === 'mailServer');
  const outage = lacksPublicAddress(context.config)
    ? { since: known?.since ?? context.clock.now(), reason: 'noPublicAddress' }
    : known;
  const mails = hold || outage ? await countWaiting(db) : 0;
  return {
    held: hold ? { ...hold, mails } : null,
    trouble: outage
      ? { since: outage.since, reason: failureWords(outage.reason, language) ?? '', mails }
      : null,
    isFiled: openMailer(context.config).transport === 'files',
  };
}

export interface HeldMails {
  /** When the restored backup was made, ISO 8601. */
  readonly madeAt: string;
  /** Waiting mails that were queued before the backup, some of which may have left after it, and since. */
  readonly before: number;
  readonly since: number;
}

/** The mails that wait for a release; null where nothing is held. */
export async function findHeldMails(db: ReadDb): Promise<HeldMails | null> {
  const hold = await findHold(db);
  if (!hold) return null;
  const since = await countQueuedSince(db, hold.backupMadeAt);
  return { madeAt: hold.backupMadeAt.toISOString(), before: (await countWaiting(db)) - since, since };
}

/** Releases the mails held since a restore; returns how many, or null where nothing was held. */
export async function releaseOutgoing(context: AppContext, grant: SystemsGrant | MachineGrant) {
  return write(context, grant, async (tx) => {
    if (!(await endHold(tx))) return unchanged(null);
    const waiting = await countWaiting(tx);
    return record(waiting, { action: 'outgoing.released', subject: null, detail: { mails: waiting } });
  });
}

/** The mails that have not left yet, planned ones among them. */
export async function countWaiting(db: ReadDb): Promise<number> {
  return (await countOpenJobs(db, mailJobs)).reduce((total, { n }) => total + n, 0);
}
