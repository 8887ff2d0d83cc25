import type { AppContext } from '../../core/context/appContext.ts';
import { countOpenJobs, jobTables, listOutages } from '../../core/queue/queue.service.ts';
import { countLiveSessions } from '../../identity/sessions/sessions.service.ts';
import { countDrifts, countRepaired } from '../../learning/drift/drift.service.ts';
import { countReturned, findOldestWaiting, findRefused } from '../../mail/outbox/outbox.service.ts';
import { gauge, type Metric } from './exposition.ts';

const keptMilliseconds = 10_000;

/** Metrics from the database, which is queried at most once in ten seconds. */
export function watchQueues(context: AppContext): () => Promise<Metric[]> {
  let known: Promise<Metric[]> | null = null;
  let askedAt = 0;
  return () => {
    if (!known || performance.now() - askedAt > keptMilliseconds) {
      askedAt = performance.now();
      // An unreachable database is reported as a metric; the other metrics are still served.
      known = ask(context).catch(() => [gauge('guichet_database_up', 'Whether the database answers.', 0)]);
    }
    return known;
  };
}

async function ask(context: AppContext): Promise<Metric[]> {
  const { database, clock } = context;
  await database.ping();
  const now = clock.now();
  const since = (await findOldestWaiting(database.read, now)) ?? now;
  return [
    gauge('guichet_database_up', 'Whether the database answers.', 1),
    ...(await countQueues(context)),
    gauge(
      'guichet_mail_oldest_seconds',
      'How long the oldest of the mails that are due has been due.',
      (now.getTime() - since.getTime()) / 1000,
    ),
    {
      name: 'guichet_destination_unavailable',
      help: 'Destinations whose jobs wait until they answer again.',
      type: 'gauge',
      values: (await listOutages(context)).map(({ destination }) => ({ labels: { destination }, value: 1 })),
    },
    gauge(
      'guichet_mails_refused',
      'Mails refused because of the portal, not their recipients.',
      (await findRefused(context)).mails,
    ),
    ...(await tellDrift(context)),
    ...(await tellReturnPath(context)),
    gauge('guichet_sessions', 'Sessions that are open.', await countLiveSessions(database.read, now)),
  ];
}

/** The open jobs of each queue table that has a metric, by state. */
async function countQueues({ database }: AppContext): Promise<Metric[]> {
  const metrics: Metric[] = [];
  for (const table of jobTables) {
    if (!table.gauge) continue;
    const counts = await countOpenJobs(database.read, table);
    const values = counts.map(({ state, n }) => ({ labels: { state }, value: n }));
    metrics.push({ ...table.gauge, type: 'gauge', values });
  }
  return metrics;
}

/** The number of differences on the learning platforms at the last reading, by list. */
async function tellDrift({ database }: AppContext): Promise<Metric[]> {
  const lists = await countDrifts(database.read);
  const values = Object.entries(lists).map(([list, value]) => ({ labels: { list }, value }));
  const help = 'Rows by which the learning platforms differ from the portal.';
  return [
    { name: 'guichet_learning_drift', help, type: 'gauge', values },
    {
      name: 'guichet_learning_repaired_total',
      help: 'Rows repaired on the learning platforms.',
      type: 'counter',
      values: [{ value: await countRepaired(database.read) }],
    },
  ];
}

/** The numbers of mails read in the mailbox of the return path; none where no return path is set. */
async function tellReturnPath({ config, database }: AppContext): Promise<Metric[]> {
  if (config.returnPath === null) return [];
  const { bounced, messages } = await countReturned(database.read);
  const values = messages.map(({ outcome, n }) => ({ labels: { outcome }, value: n }));
  const help = 'Messages read in the mailbox of the return path, by what they were.';
  return [
    gauge('guichet_mails_bounced', 'Mails reported as undeliverable.', bounced),
    { name: 'guichet_return_path_messages_total', help, type: 'counter', values },
  ];
}
