import type { Fault, Run } from '../fault.ts';
import type { Stand } from '../places/stand.ts';
import { importList } from '../rounds/actors.ts';
import { playRounds } from '../rounds/onStand.ts';
import { mailStates, mailsIn, sendAgain, waitForQueue } from '../rounds/outbox.ts';

const rows = 40;

export const mailServerSlow: Fault = {
  sentence:
    'A mail server that answers byte by byte, or never answers about one mail, holds no other mail up.',
  group: 'mail',
  databases: ['embedded', 'postgres'],
  quickRounds: { embedded: 1 },
  run: (run) => playRounds(run, (stand) => playRound(run, stand)),
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
