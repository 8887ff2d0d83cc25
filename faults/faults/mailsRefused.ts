import type { Fault, Run } from '../fault.ts';
import type { Conduct, Moment } from '../mail/conduct.ts';
import type { Testbed } from '../places/testbed.ts';
import { importList } from '../rounds/actors.ts';
import { checkEverything } from '../rounds/checks.ts';
import { playRounds } from '../rounds/onTestbed.ts';
import { mailsIn, sendAgain, waitForQueue } from '../rounds/outbox.ts';

type Whim = readonly [at: Moment['at'], conduct: Conduct];

/** The first reply to every tenth mail, by the last digit of its number. */
const whims: Record<number, Whim> = {
  0: ['recipient', '450 greylisted, come again'],
  1: ['content', '451 try again later'],
  2: ['content', 'drop'],
  3: ['content', 'reset'],
  4: ['content', 'garbage'],
  5: ['middle', 'drop'],
  6: ['recipient', 'drop'],
};
/** The reply to every attempt. */
const refusals: Record<number, Whim> = {
  7: ['recipient', '550 5.1.1 no such user'],
  8: ['content', '554 5.7.1 spam'],
};

const rows = 100;

export const mailsRefused: Fault = {
  sentence:
    'A mail put off, refused or cut off is sent again or failed with the server’s words, and comes twice only where its answer was lost.',
  group: 'mail',
  databases: ['embedded', 'postgres'],
  quickRounds: { embedded: 1 },
  run: (run) =>
    playRounds(
      run,
      (testbed) => playRound(run, testbed),
      async (testbed) => {
        await checkEverything(run, testbed, isRefused);
        await checkFailed(run, testbed);
      },
    ),
};

const digitOf = (to: string) => Number(/(\d)@/.exec(to)?.[1]);
const isRefused = (to: string) => to.startsWith('m') && digitOf(to) in refusals;

async function playRound({ tally }: Run, testbed: Testbed): Promise<void> {
  const seen = new Set<string>();
  testbed.post.manners = (moment) => {
    if (!('to' in moment)) return null;
    const digit = digitOf(moment.to);
    const whim = refusals[digit] ?? whims[digit];
    if (!whim || whim[0] !== moment.at || seen.has(moment.to)) return null;
    if (digit in whims) seen.add(moment.to);
    return whim[1];
  };
  await importList({ testbed, systemId: 9 }, { name: testbed.newName('m'), rows, sendEmail: true });
  await waitForQueue(testbed, { alsoWaiting: false });
  // Waiting mails would be retried in half a minute; the administrator does not wait.
  while ((await mailsIn(testbed, 'waiting')).length > 0) {
    tally.add('sent again by hand', await sendAgain(testbed, 'waiting'));
    await waitForQueue(testbed, { alsoWaiting: false });
  }
}

async function checkFailed({ tally, rounds }: Run, testbed: Testbed): Promise<void> {
  const failed = await mailsIn(testbed, 'failed');
  tally.add('failed', failed.length);
  const due = (rounds * rows * Object.keys(refusals).length) / 10;
  tally.expect(failed.length === due, `${failed.length} mails have failed instead of ${due}`);
  for (const { recipient, lastError } of failed) {
    tally.expect(isRefused(recipient), `${recipient} has failed: ${lastError}`);
    tally.expect(
      /5\.\d\.1/.test(lastError ?? ''),
      `${recipient} does not tell the server’s words: ${lastError}`,
    );
  }
}
