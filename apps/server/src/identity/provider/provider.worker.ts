import { setTimeout as wait } from 'node:timers/promises';
import type { AppContext } from '../../core/context/appContext.ts';
import { startInBackground } from '../../core/database/connection/background.ts';
import { findLevel } from '../../core/database/connection/unavailable.ts';
import { type JobHandler, openQueue } from '../../core/queue/queue.service.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { type ClientRow, selectClient } from './clients/clients.queries.ts';
import { noteSignOut } from './clients/troubles.ts';
import { type LogoutJob, logoutJobs } from './logouts/logoutJobs.queries.ts';
import { openProvider } from './openid/openid.ts';
import { SignOutRefused, tellSignOut } from './saml/signOut.ts';
import { followEndedSessions } from './signIns/ending.ts';

/** How long an ended session may stay unnoticed: many things end one, and none of them knows applications. */
const everyMilliseconds = 2000;
/** How often every sign-on is looked at, and not only those of sessions that ended since the last look. */
const wholeLookSeconds = 600;
/** For clocks that differ between processes, and for an end that is stored long after its moment. */
const marginSeconds = 120;

/** Starts the worker that ends the sessions of applications with those of the portal. */
export function startProvider(context: AppContext): { stop(): Promise<void> } {
  const queue = openQueue(context, [logoutHandler(context)]);
  queue.start();
  const following = startInBackground((stop) => follow(context, stop));
  return {
    async stop() {
      await Promise.all([following.stop(), queue.stop()]);
    },
  };
}

async function follow(context: AppContext, stop: AbortSignal): Promise<void> {
  const { clock, log } = context;
  let followedUntil = clock.now();
  let wholeLookDue = followedUntil;
  while (!stop.aborted) {
    const now = clock.now();
    const isWhole = now >= wholeLookDue;
    const since = isWhole ? null : secondsAfter(followedUntil, -marginSeconds);
    const outcome = await followEndedSessions(context, since).catch((error: Error) => {
      log[findLevel(error)](
        { error: error.message },
        'applications could not be told which sessions have ended; tried again',
      );
      return 'failed' as const;
    });
    if (outcome === false) {
      followedUntil = now;
      if (isWhole) wholeLookDue = secondsAfter(now, wholeLookSeconds);
    }
    if (outcome !== true) await wait(everyMilliseconds, undefined, { signal: stop }).catch(() => undefined);
  }
}

export function logoutHandler(context: AppContext): JobHandler<LogoutJob> {
  return {
    table: logoutJobs,
    slots: 4,
    slotsPerDestination: 2,
    claimAtOnce: 20,
    async handle([job]) {
      const client = await selectClient(context.database.read, job.clientId);
      try {
        await tell(context, client, job);
        if (client?.signOutFailure) await noteSignOut(context, client.id, null);
        return { results: [{ kind: 'done' }] };
      } catch (error) {
        const { message, response, cause } = error as Error & { readonly response?: Response };
        const reason = `${client?.name}: ${cause instanceof Error ? cause.message : message}`;
        // 400: the application knows no such session, or none any more.
        if (response?.status !== 400) await noteSignOut(context, job.clientId, error as Error);
        const isRefused = response && response.status < 500 && response.status !== 429;
        if (isRefused || error instanceof SignOutRefused) return { results: [{ kind: 'failed', reason }] };
        return { results: [{ kind: 'retry', reason }], unavailable: { reason } };
      }
    },
  };
}

async function tell(context: AppContext, client: ClientRow | undefined, job: LogoutJob): Promise<void> {
  if (client?.kind === 'saml') return tellSignOut(context, client, job);
  return (await openProvider(context)).tell(job.clientId, job.subject, job.sid);
}
