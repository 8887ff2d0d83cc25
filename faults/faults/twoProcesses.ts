import { setTimeout as wait } from 'node:timers/promises';
import { PortalProcess } from '../../e2e/fixtures/portalProcess.ts';
import type { Fault, Run } from '../fault.ts';
import { signIn } from '../ledger/client.ts';
import { portalSettings } from '../places/machine.ts';
import { Stand } from '../places/stand.ts';
import { author, importer, importList } from '../rounds/actors.ts';
import { checkEverything, checkRound } from '../rounds/checks.ts';
import { atMail } from '../rounds/moments.ts';
import { rudeness } from '../rounds/outage.ts';

/** A round whose moment never comes ends by a kill after this. */
const roundMilliseconds = 15_000;

export const twoProcesses: Fault = {
  sentence:
    'Of two servers on one PostgreSQL one dies in the midst of sending and importing; the other sends each mail once.',
  group: 'processes',
  databases: ['postgres'],
  quickRounds: { postgres: 1 },
  async run(run) {
    const stand = await Stand.open(await run.machine.open(run.kind));
    const { settings } = stand.place;
    const other = await PortalProcess.start({ ...portalSettings, ...settings, SMTP_URL: stand.post.url });
    try {
      for (let round = 1; round <= run.rounds; round++) await playRound(run, stand, other);
      await checkEverything(run, stand);
    } finally {
      await other.kill();
      other.removeData();
      await stand.close();
    }
  },
};

async function playRound({ chance, tally }: Run, stand: Stand, other: PortalProcess): Promise<void> {
  const client = await signIn(other.url);
  stand.post.thinkMs = 3;
  await importList({ stand, systemId: 9 }, { name: stand.newName('m'), rows: 200, sendEmail: true });
  const over = new AbortController();
  const scene = { stand, over: over.signal };
  const acting = [
    importer({ ...scene, chance: chance.fork(), systemId: 1 }),
    author({ ...scene, chance: chance.fork(), systemId: 2 }),
    importer({ ...scene, chance: chance.fork(), systemId: 3, client }),
    author({ ...scene, chance: chance.fork(), systemId: 4, client }),
  ];
  const first = stand.ledger.entries.length;
  const moment = atMail(150)(stand, chance);
  await Promise.race([stand.portal.ended(), wait(roundMilliseconds, undefined, { ref: false })]);
  await stand.portal.kill();
  stand.post.events = {};
  over.abort();
  await Promise.all(acting);
  // Through the one that lives: it sees at once what the other has left, and completes it.
  stand.client = client;
  await checkRound(tally, stand, moment);
  const told = stand.ledger.entries.slice(first).filter(({ status }) => status !== 'cut');
  tally.disagree(...told.flatMap(rudeness));
  tally.took('up again', await stand.recover());
}
