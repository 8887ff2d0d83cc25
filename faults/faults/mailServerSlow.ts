import type { Fault, Run } from '../fault.ts';
import { Stand } from '../places/stand.ts';
import { importList } from '../rounds/actors.ts';
import { checkEverything } from '../rounds/checks.ts';
import { mailStates, mailsIn, sendAgain, waitForQueue } from '../rounds/outbox.ts';

const rows = 40;

export const mailServerSlow: Fault = {
  sentence:
    'A mail server that answers byte by byte, or never answers about one mail, holds no other mail up.',
  group: 'mail',
  databases: ['embedded', 'postgres'],
  quickRounds: { embedded: 1 },
  async run(run) {
    const stand = await Stand.open(await run.machine.open(run.kind));
    try {
      for (let round = 1; round <= run.rounds; round++) await playRound(run, stand);
      await checkEverything(run, stand);
    } finally {
      await stand.close();
    }
  },
};

async function playRound({ tally }: Run, stand: Stand): Promise<void> {
  const { post } = stand;
  post.byteMs = 2;
  post.manners = ({ at, ...rest }) =>
    at === 'content' && 'to' in rest && rest.to.includes('.3@') ? 'hang' : null;
  await importList({ stand, systemId: 9 }, { name: stand.newName('m'), rows, sendEmail: true });
  const began = performance.now();
  const isRestOut = async () =>
    (await mailsIn(stand, 'sending')).length === 1 && !(await mailStates(stand)).queued;
  while (!(await isRestOut()) && performance.now() - began < 30_000);
  tally.took('all others have left', performance.now() - began);
  tally.expect(await isRestOut(), 'a mail that is not answered holds others up');
  post.heal();
  await waitForQueue(stand, { alsoWaiting: false });
  tally.add('sent again by hand', await sendAgain(stand, 'waiting'));
  await waitForQueue(stand);
}
