import { setTimeout as wait } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import type { Entry } from '../history/history.ts';
import { type Actor, author, clerk, importList, registrar } from '../rounds/actors.ts';
import { checkEverything } from '../rounds/checks.ts';
import { bugsIn, rudeness } from '../rounds/outage.ts';
import type { Tally } from '../tally.ts';
import type { Cluster } from './cluster.ts';
import type { ClusterFault } from './clusterFaults.ts';

/** Milliseconds of ordinary use before a fault, and after the cluster is whole again. */
const before = 4_000;
const after = 3_000;
const readMilliseconds = 100;
/** The portal takes a hundred lists with mails an hour from one person. */
const listMilliseconds = 8_000;

/** Lists with mails, of a size that leaves room on the small disks of the nodes. */
const lister: Actor = async (scene) => {
  while (!scene.over.aborted) {
    const list = { name: scene.testbed.newName('i'), rows: scene.chance.pick([1, 30, 100]), sendEmail: true };
    await importList(scene, list);
    await wait(listMilliseconds);
  }
};

interface Read {
  readonly status: Entry['status'];
  readonly code: string;
  readonly ms: number;
}

/** Uses the cluster while the fault happens and is mended, and holds what is there against what was acknowledged. */
export async function playClusterRound(
  cluster: Cluster,
  fault: ClusterFault,
  chance: Chance,
  tally: Tally,
): Promise<void> {
  await cluster.beginRound();
  const logged = bugsOf(cluster).length;
  const over = new AbortController();
  const scene = { testbed: cluster, over: over.signal };
  const acting = [lister, author, registrar, clerk].map((act, n) =>
    act({ ...scene, chance: chance.fork(), systemId: n + 1 }),
  );
  const reading = readOn(cluster, over.signal);
  await wait(before);
  const began = performance.now();
  const mend = await fault.happen(cluster);
  await wait(fault.seconds * 1000);
  await mend();
  await cluster.untilHealthy();
  tally.took('whole again', performance.now() - began);
  await wait(after);
  over.abort();
  await Promise.all(acting);
  const reads = await reading;
  const { entries } = cluster.history;
  tally.took('without a write', longestGap(entries, began));
  tally.took('longest read', Math.max(...reads.map(({ ms }) => ms)));
  tally.add('reads', reads.length);
  for (const [seen, some] of Map.groupBy(reads, seenIn))
    if (seen !== '200') tally.add(`reads: ${seen}`, some.length);
  const codes = entries.map(({ status, answer }) => ({ status, code: codeOf(answer), ms: 0 }));
  for (const [seen, some] of Map.groupBy(codes, seenIn))
    if (seen !== '200') tally.add(`writes: ${seen}`, some.length);
  tally.disagree(...entries.filter(({ status }) => status !== 'cut').flatMap(rudeness));
  tally.disagree(...bugsOf(cluster).slice(logged));
  await cluster.beginSession();
  await cluster.history.complete(cluster.client);
  await checkEverything({ tally }, cluster);
  tally.expect(cluster.post.taken.length > 0, 'no mail was due, so that none could be lost');
}

function bugsOf({ portals }: Cluster): string[] {
  return portals.flatMap((portal) => bugsIn({ portal }));
}

/** Milliseconds from the fault on in which nothing was acknowledged, in one piece. */
function longestGap(entries: readonly Entry[], began: number): number {
  const answered = entries
    .map(({ answeredAt }) => answeredAt)
    .filter((at) => at > began && Number.isFinite(at))
    .sort((a, b) => a - b);
  return Math.max(...answered.map((at, n) => at - (answered[n - 1] ?? began)));
}

function seenIn({ status, code }: Read): string {
  return status === 'cut' ? 'cut' : `${status}${code && ` ${code}`}`;
}

function codeOf(answer: unknown): string {
  return ((answer ?? {}) as { code?: string }).code ?? '';
}

async function readOn(cluster: Cluster, over: AbortSignal): Promise<Read[]> {
  const reads: Read[] = [];
  while (!over.aborted) {
    const began = performance.now();
    const answer = await cluster.client.get('/api/cohort/3');
    const code = answer.status === 'cut' ? '' : codeOf(answer.body);
    reads.push({ status: answer.status, code, ms: performance.now() - began });
    await wait(readMilliseconds);
  }
  return reads;
}
