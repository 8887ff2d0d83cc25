import type { Fault, Run } from '../fault.ts';
import type { Testbed } from '../places/testbed.ts';
import { importList } from '../rounds/actors.ts';
import { playRounds } from '../rounds/onTestbed.ts';
import { mailStates, mailsIn, sendAgain, waitForQueue } from '../rounds/outbox.ts';

const rows = 40;

export const mailServerSlow: Fault = {
  sentence:
    'A mail server that answers byte by byte, or never answers about one mail, holds no other mail up.',
  group: 'mail',
  databases: ['embedded', 'postgres'],
  quickRounds: { embedded: 1 },
  run: (run) => playRounds(run, (testbed) => playRound(run, testbed)),
};

async function playRound({ tally }: Run, testbed: Testbed): Promise<void> {
  const { post } = testbed;
  post.byteMs = 2;
  post.manners = ({ at, ...rest }) =>
    at === 'content' && 'to' in rest && rest.to.includes('.3@') ? 'hang' : null;
  await importList({ testbed, systemId: 9 }, { name: testbed.newName('m'), rows, sendEmail: true });
  const began = performance.now();
  const isRestOut = async () =>
    (await mailsIn(testbed, 'sending')).length === 1 && !(await mailStates(testbed)).queued;
  while (!(await isRestOut()) && performance.now() - began < 30_000);
  tally.took('all others have left', performance.now() - began);
  tally.expect(await isRestOut(), 'a mail that is not answered holds others up');
  post.heal();
  await waitForQueue(testbed, { alsoWaiting: false });
  tally.add('sent again by hand', await sendAgain(testbed, 'waiting'));
  await waitForQueue(testbed);
}
