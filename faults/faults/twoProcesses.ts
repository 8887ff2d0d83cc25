import { setTimeout as wait } from 'node:timers/promises';
import { PortalProcess } from '../../e2e/fixtures/portalProcess.ts';
import type { Fault, Run } from '../fault.ts';
import { signIn } from '../history/client.ts';
import { portalSettings } from '../places/machine.ts';
import { Testbed } from '../places/testbed.ts';
import { author, importer, importList } from '../rounds/actors.ts';
import { checkEverything, checkRound } from '../rounds/checks.ts';
import { atMail } from '../rounds/moments.ts';
import { rudeness } from '../rounds/outage.ts';

/** In milliseconds: a round whose moment does not come ends with a kill after this. */
const roundMilliseconds = 15_000;

export const twoProcesses: Fault = {
  sentence:
    'Of two servers on one PostgreSQL one dies in the midst of sending and importing; the other sends each mail once.',
  group: 'processes',
  databases: ['postgres'],
  quickRounds: { postgres: 1 },
  async run(run) {
    const testbed = await Testbed.open(await run.machine.open(run.kind));
    const { settings } = testbed.place;
    const other = await PortalProcess.start({ ...portalSettings, ...settings, SMTP_URL: testbed.post.url });
    try {
      for (let round = 1; round <= run.rounds; round++) await playRound(run, testbed, other);
      await checkEverything(run, testbed);
    } finally {
      await other.kill();
      other.removeData();
      await testbed.close();
    }
  },
};

async function playRound({ chance, tally }: Run, testbed: Testbed, other: PortalProcess): Promise<void> {
  const client = await signIn(other.url);
  testbed.post.thinkMs = 3;
  await importList({ testbed, systemId: 9 }, { name: testbed.newName('m'), rows: 200, sendEmail: true });
  const over = new AbortController();
  const scene = { testbed, over: over.signal };
  const acting = [
    importer({ ...scene, chance: chance.fork(), systemId: 1 }),
    author({ ...scene, chance: chance.fork(), systemId: 2 }),
    importer({ ...scene, chance: chance.fork(), systemId: 3, client }),
    author({ ...scene, chance: chance.fork(), systemId: 4, client }),
  ];
  const first = testbed.history.entries.length;
  const moment = atMail(150)(testbed, chance);
  await Promise.race([testbed.portal.ended(), wait(roundMilliseconds, undefined, { ref: false })]);
  await testbed.portal.kill();
  testbed.post.events = {};
  over.abort();
  await Promise.all(acting);
  // Through the surviving process: it sees the other's data at once, and completes it.
  testbed.client = client;
  await checkRound(tally, testbed, moment);
  const told = testbed.history.entries.slice(first).filter(({ status }) => status !== 'cut');
  tally.disagree(...told.flatMap(rudeness));
  tally.took('up again', await testbed.recover());
}
