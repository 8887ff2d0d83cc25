import { findAuthor, record, unchanged, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant } from '../../../core/context/appContext.ts';
import { cancelPlanned, releasePlanned } from './freshMails.queries.ts';

/** The mails of an exam that somebody planned for the moment `at`. */
interface Planned {
  readonly examId: number;
  readonly at: Date;
}

/** Sends planned mails at once; returns how many. Mails that have left meanwhile stay as they are. */
export async function sendPlanned(context: AppContext, grant: SystemGrant, planned: Planned) {
  const { systemId } = grant;
  return write(context, grant, async (tx) => {
    const mails = await releasePlanned(tx, { systemId, ...planned }, context.clock.now());
    return mails === 0 ? unchanged(0) : record(mails, lineOf('mails.plannedSent', planned, mails));
  });
}

export function cancelPlannedMails(context: AppContext, grant: SystemGrant, planned: Planned) {
  const { systemId } = grant;
  return write(context, grant, async (tx) => {
    const mails = await cancelPlanned(tx, { systemId, ...planned }, { by: findAuthor(grant).fullName });
    return mails === 0 ? unchanged(0) : record(mails, lineOf('mails.plannedCancelled', planned, mails));
  });
}

function lineOf(
  action: 'mails.plannedSent' | 'mails.plannedCancelled',
  { examId, at }: Planned,
  mails: number,
) {
  return { action, subject: `exam:${examId}`, detail: { mails, plannedFor: at.toISOString() } };
}
