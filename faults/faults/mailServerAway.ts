import { setTimeout as wait } from 'node:timers/promises';
import type { Fault, Run } from '../fault.ts';
import type { Conduct, Manners } from '../mail/conduct.ts';
import type { Testbed } from '../places/testbed.ts';
import { importList } from '../rounds/actors.ts';
import { checkEverything } from '../rounds/checks.ts';
import { playRounds } from '../rounds/onTestbed.ts';
import { mailStates, waitForQueue } from '../rounds/outbox.ts';

/** In milliseconds: longer than the first pause of an outbox without a mail server, and an attempt. */
const recoveryMilliseconds = 7000;

const atConnection =
  (conduct: Conduct): Manners =>
  ({ at }) =>
    at === 'connection' ? conduct : null;

const badEncryption: Manners = ({ at }) => (at === 'encryption' ? 'garbage' : null);

const ways: Record<string, Manners | 'down'> = {
  'is down': 'down',
  'accepts connections and says nothing': atConnection('hang'),
  'breaks connections off': atConnection('reset'),
  'closes connections at once': atConnection('drop'),
  'says 421': atConnection('421 too many connections'),
  'says 554': atConnection('554 no service here'),
  'speaks something else': atConnection('garbage'),
  'cannot encrypt as it says': badEncryption,
};

export const mailServerAway: Fault = {
  sentence:
    'A mail server that is down, hangs, refuses or talks nonsense gets every mail once when it is well again.',
  group: 'mail',
  databases: ['embedded', 'postgres'],
  quickRounds: { embedded: 1 },
  run: (run) =>
    playRounds(
      run,
      async (testbed) => {
        for (const [what, manners] of Object.entries(ways)) await playOne(run, testbed, what, manners);
      },
      async (testbed) => {
        await checkEverything(run, testbed);
        run.tally.expect(
          testbed.post.taken.length === 6 * run.rounds * Object.keys(ways).length,
          'a mail came twice',
        );
      },
    ),
};

async function playOne(
  { tally }: Run,
  testbed: Testbed,
  what: string,
  manners: Manners | 'down',
): Promise<void> {
  const { post } = testbed;
  const before = post.taken.length;
  // Connections from before must not continue.
  await post.down();
  if (manners !== 'down') post.manners = manners;
  post.offersTls = manners === badEncryption;
  if (manners !== 'down') await post.up();
  await importList({ testbed, systemId: 9 }, { name: testbed.newName('m'), rows: 6, sendEmail: true });
  await wait(300);
  const { queued = 0, sending = 0, waiting = 0, failed = 0 } = await mailStates(testbed);
  tally.expect(
    failed === 0 && queued + sending + waiting === 6,
    `a server that ${what}: ${failed} failed, ${queued + sending + waiting} wait`,
  );
  tally.expect(post.taken.length === before, `a server that ${what} was given a mail`);
  if (manners === 'down') await post.up();
  post.heal();
  const recovery = await waitForQueue(testbed);
  tally.took('mails leave again', recovery);
  tally.expect(
    recovery < recoveryMilliseconds,
    `a server that ${what}: ${Math.round(recovery)} ms until mails left`,
  );
}
