import type { Run } from '../fault.ts';
import { comparePost } from '../mail/postBook.ts';
import type { Target } from '../places/testbed.ts';
import type { Tally } from '../tally.ts';
import { waitForQueue } from './outbox.ts';

/** After a round: compares the round with the history, and completes what was interrupted. */
export async function checkRound(tally: Tally, testbed: Target, when: string): Promise<void> {
  const wrong = await testbed.history.checkNew(testbed.client);
  tally.disagree(...wrong.map((fault) => `${when}: ${fault}`));
  await testbed.history.complete(testbed.client);
}

/** At the end: compares all operations of all rounds, and all mails. */
export async function checkEverything(
  { tally }: Pick<Run, 'tally'>,
  testbed: Target,
  isRefused?: (to: string) => boolean,
): Promise<void> {
  testbed.post.thinkMs = 0;
  const emptied = await waitForQueue(testbed);
  tally.took('queue empty', emptied);
  tally.disagree(...(await testbed.history.checkAll(testbed.client)));
  tally.close(testbed.history);
  tally.post(comparePost(testbed.history.entries, testbed.post, isRefused));
}
