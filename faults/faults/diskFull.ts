import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runOn } from '../../apps/server/test/database/postgresDatabases.ts';
import type { PostgresServer } from '../../apps/server/test/database/postgresServer.ts';
import type { Fault, Run } from '../fault.ts';
import type { Place } from '../places/machine.ts';
import { mountSmallDisk, type SmallDisk } from '../places/smallDisk.ts';
import { Testbed } from '../places/testbed.ts';
import { author, clerk, importer, registrar } from '../rounds/actors.ts';
import { checkEverything, checkRound } from '../rounds/checks.ts';
import { bugsIn, rudeness } from '../rounds/outage.ts';

/** The space for a data folder of either kind, and some writes. */
const megabytes = { embedded: 160, postgres: 220 };
const leftMegabytes = [0, 8];
const fullMilliseconds = 20_000;

export const diskFull: Fault = {
  sentence:
    'A disk that is full refuses writes in plain words and loses nothing; with room again it goes on.',
  group: 'disk',
  databases: ['embedded', 'postgres'],
  quickRounds: { embedded: 1, postgres: 1 },
  async run(run) {
    const disk = mountSmallDisk(megabytes[run.kind]);
    try {
      const testbed = await Testbed.open(await openOn(run, disk));
      try {
        for (let round = 1; round <= run.rounds; round++) await playRound(run, testbed, disk);
        await checkEverything(run, testbed);
        run.tally.disagree(...bugsIn(testbed));
      } finally {
        await testbed.close();
      }
    } finally {
      disk.remove();
    }
  },
};

function openOn({ kind, machine }: Run, disk: SmallDisk): Promise<Place> {
  const folder = join(disk.folder, 'data');
  mkdirSync(folder);
  return kind === 'embedded' ? machine.openEmbedded(folder) : machine.openPostgresOn(folder);
}

async function playRound(run: Run, testbed: Testbed, disk: SmallDisk): Promise<void> {
  const { tally, chance } = run;
  const { entries } = testbed.history;
  const first = entries.length;
  const over = new AbortController();
  const acting = [importer, author, registrar, clerk].map((act, n) =>
    act({ testbed, chance: chance.fork(), systemId: n + 1, over: over.signal }),
  );
  // Another program fills the disk during writes, to the last byte or nearly so.
  await wait(chance.whole(0, 600));
  disk.fill(chance.pick(leftMegabytes));
  const isFull = () => entries.slice(first).filter(({ state }) => state === 'unknown').length >= 5;
  const began = performance.now();
  while (!isFull() && performance.now() - began < fullMilliseconds) await wait(20);
  tally.expect(isFull(), 'nothing was refused: the disk never was full');
  const reading = await testbed.client.get('/api/cohort/3');
  const isAlive = reading.status !== 'cut';
  tally.add(
    isAlive ? `reads answered ${reading.status} on a full disk` : 'ends of the program on a full disk',
  );
  over.abort();
  await Promise.all(acting);
  const answered = entries.slice(first).filter(({ status }) => status !== 'cut');
  tally.add('refused for want of room', answered.filter(({ status }) => Number(status) >= 500).length);
  tally.disagree(...answered.flatMap(rudeness));
  disk.empty();
  await goOn(run, testbed);
  await checkRound(tally, testbed, 'after a full disk');
}

/** As an operator does: an exited program is restarted, a running one recovers by itself. */
async function goOn({ chance, tally }: Run, testbed: Testbed): Promise<void> {
  const { server } = testbed.place;
  if (server && !(await doesAnswer(server))) await server.end('immediate').then(() => server.startAgain());
  const began = performance.now();
  const isDead = (await testbed.client.get('/api/cohort/3')).status === 'cut';
  if (isDead) await testbed.recover();
  const over = new AbortController();
  const before = testbed.history.count('acknowledged');
  const writing = author({ testbed, chance: chance.fork(), systemId: 5, over: over.signal });
  const hasWritten = () => testbed.history.count('acknowledged') > before;
  while (!hasWritten() && performance.now() - began < fullMilliseconds) await wait(10);
  tally.took('writing again', performance.now() - began);
  tally.expect(hasWritten(), 'nobody can write after there is room again');
  over.abort();
  await writing;
}

function doesAnswer({ url }: PostgresServer): Promise<boolean> {
  return runOn(url, 'select 1').then(
    () => true,
    () => false,
  );
}
