import { setTimeout as wait } from 'node:timers/promises';
import type { Fault, Run } from '../fault.ts';
import type { Testbed } from '../places/testbed.ts';
import { importList } from '../rounds/actors.ts';
import { playRounds } from '../rounds/onTestbed.ts';
import { mailsIn, sendAgain, waitForQueue } from '../rounds/outbox.ts';

const rows = 120;

export const mailServerRestarted: Fault = {
  sentence:
    'A mail server that dies in the midst of sending gets the rest afterwards, and twice only what was on the line.',
  group: 'mail',
  databases: ['embedded', 'postgres'],
  quickRounds: { embedded: 1 },
  run: (run) => playRounds(run, (testbed) => playRound(run, testbed)),
};

async function playRound({ chance, tally }: Run, testbed: Testbed): Promise<void> {
  const { post } = testbed;
  const at = post.taken.length + chance.whole(1, rows - 10);
  post.thinkMs = 3;
  let fallen: Promise<void> | null = null;
  post.events = {
    content: () => {
      if (post.taken.length >= at) fallen ??= post.down();
    },
  };
  await importList({ testbed, systemId: 9 }, { name: testbed.newName('m'), rows, sendEmail: true });
  while (!fallen) await wait(5);
  post.events = {};
  await wait(chance.whole(0, 500));
  await post.up();
  tally.took('rest has left', await waitForQueue(testbed, { alsoWaiting: false }));
  while ((await mailsIn(testbed, 'waiting')).length > 0) {
    tally.add('sent again by hand', await sendAgain(testbed, 'waiting'));
    await waitForQueue(testbed, { alsoWaiting: false });
  }
}
