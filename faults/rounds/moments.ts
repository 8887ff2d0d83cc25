import type { Chance } from '../chance.ts';
import type { Testbed } from '../places/testbed.ts';

/** A moment for killing the program; `arm` prepares the kill and returns a description. */
export type Moment = (testbed: Testbed, chance: Chance) => string;

export const anyTime: Moment = (testbed, chance) => {
  const milliseconds = chance.whole(5, 900);
  setTimeout(() => void testbed.portal.kill(), milliseconds);
  return `after ${milliseconds} ms`;
};

/** Embedded database: right before the n-th sync of a file, or right after it and before the reply. */
export const atSync =
  (most: number): Moment =>
  (testbed, chance) => {
    const order = `${chance.pick(['before', 'after'] as const)} ${chance.whole(1, most)}` as const;
    testbed.orderKill(order);
    return `${order}th sync`;
  };

/** PostgreSQL: while the n-th statement is in transit; it may arrive or not. */
export const atStatement =
  (most: number): Moment =>
  (testbed, chance) =>
    killAtPassing(testbed, chance, 'statement', chance.whole(1, most));

/** PostgreSQL: while the n-th COMMIT is in transit; its transaction is then complete or absent. */
export const atCommit =
  (most: number): Moment =>
  (testbed, chance) =>
    killAtPassing(testbed, chance, 'end', chance.whole(1, most));

function killAtPassing(testbed: Testbed, chance: Chance, meant: 'statement' | 'end', at: number): string {
  const result = chance.pick(['hold', 'passThenCut'] as const);
  let count = 0;
  if (!testbed.line) throw new Error('Only PostgreSQL has a line.');
  testbed.line.judge = (passing) => {
    if (passing === meant) count += 1;
    if (passing !== meant || count !== at) return 'pass';
    void testbed.portal.kill();
    return result;
  };
  return `${meant} ${at}, ${result}`;
}

/** When the n-th mail is announced, is complete and unanswered, or has just been answered. */
export const atMail =
  (most: number): Moment =>
  ({ post, portal }, chance) => {
    const event = chance.pick(['recipient', 'content', 'accepted'] as const);
    const at = chance.whole(1, most);
    let count = 0;
    post.events = {
      [event]: () => {
        if (++count === at) void portal.kill();
      },
    };
    return `mail ${at}, ${event}`;
  };
