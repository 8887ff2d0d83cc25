import type { Run } from '../fault.ts';
import { comparePost } from '../mail/postBook.ts';
import type { Stand } from '../places/stand.ts';
import type { Tally } from '../tally.ts';
import { waitForQueue } from './outbox.ts';

/** After a round: what was sent in it is there as the ledger says, and what was cut can be completed. */
export async function checkRound(tally: Tally, stand: Stand, when: string): Promise<void> {
  const wrong = await stand.ledger.checkNew(stand.client);
  tally.disagree(...wrong.map((fault) => `${when}: ${fault}`));
  await stand.ledger.complete(stand.client);
}

/** In the end: every deed of every round, and every mail. */
export async function checkEverything(
  { tally }: Pick<Run, 'tally'>,
  stand: Stand,
  isRefused?: (to: string) => boolean,
): Promise<void> {
  stand.post.thinkMs = 0;
  const emptied = await waitForQueue(stand);
  tally.took('queue empty', emptied);
  tally.disagree(...(await stand.ledger.checkAll(stand.client)));
  tally.close(stand.ledger);
  tally.post(comparePost(stand.ledger.entries, stand.post, isRefused));
}
