import type { AppContext, WriteTx } from '../../../core/context/appContext.ts';
import { deleteOverdue } from '../../../core/database/deleteOverdue.ts';
import { defineJobs, enqueueJob } from '../../../core/queue/queue.service.ts';

/** An application that is told that a session has ended. */
export interface LogoutJob {
  readonly clientId: string;
  readonly subject: string;
  /** The NameID by which an application that speaks SAML knows the person. */
  readonly nameId: string | null;
  /** The application's name for its session. */
  readonly sid: string;
}

/** Tried for about a day: later the application's own session is over. */
export const logoutJobs = defineJobs<LogoutJob>({
  name: 'openid_logouts',
  key: { id: 'uuid' },
  fields: { clientId: 'j.client_id', subject: 'j.subject', nameId: 'j.name_id', sid: 'j.sid' },
  states: { queued: 'pending', running: 'sending', done: 'done' },
  destination: { sql: `'application:' || j.client_id::text` },
  topic: 'openIdLogouts',
  backoff: { waits: [5, 30, 120, 600, 3600], spread: 0.2, mostTries: 28 },
});

export async function enqueueLogout({ clock }: AppContext, tx: WriteTx, of: LogoutJob): Promise<void> {
  const { clientId: client_id, subject, nameId: name_id, sid } = of;
  const row = { id: clock.uuid(), client_id, subject, name_id, sid };
  await enqueueJob(tx, logoutJobs, row, clock.now());
}

export const deleteLogoutsBefore = deleteOverdue({
  table: 'openid_logouts',
  key: 'id',
  at: 'next_try_at',
  where: "state in ('done', 'failed')",
});
