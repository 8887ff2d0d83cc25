import { setTimeout as wait } from 'node:timers/promises';
import type { ListedMail } from '@guichet/contract/mail/outbox';
import { read } from '../history/client.ts';
import type { Target } from '../places/testbed.ts';

type States = Partial<Record<ListedMail['state'], number>>;

/** In milliseconds: long enough for a dead process's lease on mails. */
const queueMilliseconds = 90_000;

export async function mailStates(testbed: Target): Promise<States> {
  return (await read<{ states: States }>(testbed.client, '/api/outbox?pageSize=1')).states;
}

export async function mailsIn(testbed: Target, state: ListedMail['state']): Promise<ListedMail[]> {
  return (await read<{ mails: ListedMail[] }>(testbed.client, `/api/outbox?pageSize=500&state=${state}`))
    .mails;
}

/** Retries all waiting or failed mails, as the button does. */
export async function sendAgain(testbed: Target, state: 'waiting' | 'failed'): Promise<number> {
  const mails = await mailsIn(testbed, state);
  for (const { id } of mails) await testbed.client.post(`/api/outbox/${id}/retry`);
  return mails.length;
}

/** Waits until no mail is pending; without those that wait for a retry when `alsoWaiting` is false. */
export async function waitForQueue(
  testbed: Target,
  { alsoWaiting = true, milliseconds = queueMilliseconds } = {},
): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { queued = 0, sending = 0, waiting = 0 } = await mailStates(testbed);
    if (queued + sending + (alsoWaiting ? waiting : 0) === 0) return performance.now() - began;
    if (performance.now() - began > milliseconds)
      throw new Error(
        `The queue still holds ${queued} queued, ${sending} sending, ${waiting} waiting mails.`,
      );
    await wait(50);
  }
}
