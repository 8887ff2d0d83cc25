import { cpSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PortalProcess } from '../../e2e/fixtures/portalProcess.ts';
import { type Luck, replayOnto } from '../disk/diskAfterCut.ts';
import { readRecord } from '../disk/diskRecord.ts';
import type { Fault, Run } from '../fault.ts';
import { signIn } from '../history/client.ts';
import { historyAt } from '../history/historyAt.ts';
import { makeFolder, portalSettings, removeFolder } from '../places/machine.ts';
import { Testbed } from '../places/testbed.ts';
import { type Actor, author, clerk, importer, registrar } from '../rounds/actors.ts';

const recorder = new URL('../preload/recordDisk.ts', import.meta.url).href;
const writingMilliseconds = 2500;

/**
 * Runs the program once under a disk recorder; each round starts the program on the disk after a cut at another moment.
 */
export const powerCut: Fault = {
  sentence:
    'After a power cut the embedded database has everything that was acknowledged, whatever the disk kept of the rest.',
  group: 'powercut',
  databases: ['embedded'],
  quickRounds: { embedded: 3 },
  async run(run) {
    const folder = makeFolder('guichet-faults-disk-');
    const before = join(folder, 'before');
    const record = join(folder, 'record');
    const place = await run.machine.openEmbedded(join(folder, 'data'));
    cpSync(join(folder, 'data'), before, { recursive: true });
    const testbed = await Testbed.open(place, {
      NODE_OPTIONS: `--import=${recorder}`,
      FAULTS_DISK_RECORD: record,
    });
    const recorded = () => statSync(record).size;
    try {
      await writeForAWhile(run, testbed, recorded);
    } finally {
      await testbed.portal.kill();
    }
    for (let round = 1; round <= run.rounds; round++) {
      const moment = momentOf(run, testbed, recorded(), round);
      const image = join(folder, `image${round}`);
      cpSync(before, image, { recursive: true });
      const luck: Luck = run.chance.pick(['none', 'some']);
      replayOnto(image, join(folder, 'data'), readRecord(record, moment), luck, run.chance);
      await checkImage(run, testbed, image, moment, luck);
      rmSync(image, { recursive: true });
    }
    await testbed.close();
    removeFolder(folder);
  },
};

async function writeForAWhile({ chance }: Run, testbed: Testbed, recorded: () => number): Promise<void> {
  testbed.history.clock = recorded;
  const over = new AbortController();
  const actors: Actor[] = [importer, author, registrar, clerk];
  const acting = actors.map((act, n) =>
    act({ testbed, chance: chance.fork(), systemId: n + 1, over: over.signal }),
  );
  await wait(writingMilliseconds);
  over.abort();
  await Promise.all(acting);
}

/** Right after an acknowledgement, or at any byte of the record. */
function momentOf({ chance }: Run, { history }: Testbed, length: number, round: number): number {
  const acknowledged = history.entries.filter(({ state }) => state === 'acknowledged');
  const first = acknowledged[0]?.answeredAt ?? 0;
  return round % 3 === 0 ? chance.whole(first, length) : chance.pick(acknowledged).answeredAt;
}

async function checkImage(
  { tally }: Run,
  testbed: Testbed,
  image: string,
  moment: number,
  luck: Luck,
): Promise<void> {
  const began = performance.now();
  const settings = { ...portalSettings, DATA_DIR: image, SMTP_URL: 'smtp://127.0.0.1:9' };
  const portal = await PortalProcess.start(settings);
  try {
    tally.took('up on the image', performance.now() - began);
    const history = historyAt(testbed.history, moment);
    const wrong = await history.checkAll(await signIn(portal.url));
    tally.disagree(...wrong.map((fault) => `cut at byte ${moment}, ${luck} of the rest: ${fault}`));
    tally.close(history);
  } finally {
    await portal.kill();
    portal.removeData();
  }
}
