import { countLearningQueue } from '../learning/learning.service.ts';
import { countMailQueue } from '../outbox/outbox.service.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { countLiveSessions } from '../sessions/sessions.service.ts';
import { gauge, type Metric } from './exposition.ts';

const keptMilliseconds = 10_000;

/** What the database knows; asked for at most once in ten seconds, however often somebody looks. */
export function watchQueues(context: AppContext): () => Promise<Metric[]> {
  let known: Promise<Metric[]> | null = null;
  let askedAt = 0;
  return () => {
    if (!known || performance.now() - askedAt > keptMilliseconds) {
      askedAt = performance.now();
      // A database that is away is a figure of its own, and no reason to tell nothing.
      known = ask(context).catch(() => [gauge('guichet_database_up', 'Whether the database answers.', 0)]);
    }
    return known;
  };
}

async function ask({ database, clock }: AppContext): Promise<Metric[]> {
  await database.ping();
  const now = clock.now();
  const mails = await countMailQueue(database.read);
  const enrolments = await countLearningQueue(database.read);
  const oldest = mails.oldest ? Math.max(0, (now.getTime() - mails.oldest.getTime()) / 1000) : 0;
  return [
    gauge('guichet_database_up', 'Whether the database answers.', 1),
    byState('guichet_mails_waiting', 'Mails that have not left.', mails.byState),
    gauge('guichet_mail_oldest_seconds', 'How long the oldest of them has been waiting.', oldest),
    byState('guichet_learning_waiting', 'Enrolments that do not hold on the platform yet.', enrolments),
    gauge('guichet_sessions', 'Sessions that are open.', await countLiveSessions(database.read, now)),
  ];
}

function byState(
  name: string,
  help: string,
  counts: readonly { readonly state: string; readonly n: number }[],
): Metric {
  return {
    name,
    help,
    type: 'gauge',
    values: counts.map(({ state, n }) => ({ labels: { state }, value: n })),
  };
}
