import type { Entry } from '../history/history.ts';
import type { MailServer } from './mailServer.ts';

export interface PostFigures {
  readonly expected: number;
  readonly arrived: number;
  readonly doubled: number;
  /** The most duplicates per break: the mails in transit. */
  readonly onTheLine: number;
  readonly wrong: readonly string[];
}

/**
 * Compares the mails received with the operations stored: each exactly once, except those in transit at a break, which
 * may come once more each time under the same Message-ID, and those refused for good.
 */
export function comparePost(
  entries: readonly Entry[],
  { taken, onTheLine }: MailServer,
  isRefused: (to: string) => boolean = () => false,
): PostFigures {
  const arrived = Map.groupBy(taken, ({ to }) => to);
  const mayRepeat = Map.groupBy(onTheLine, ({ messageId }) => messageId);
  const wrong: string[] = [];
  let expected = 0;
  let doubled = 0;
  for (const { operation, found } of entries) {
    for (const to of operation.mailsTo ?? []) {
      const mails = arrived.get(to) ?? [];
      arrived.delete(to);
      if (found !== 'whole') {
        if (mails.length > 0) wrong.push(`${to} got a mail of what is not there`);
        continue;
      }
      if (isRefused(to)) {
        if (mails.length > 0) wrong.push(`${to} got a mail that the server refused`);
        continue;
      }
      expected += 1;
      if (mails.length === 0) wrong.push(`${to} got no mail`);
      if (mails.length < 2) continue;
      doubled += mails.length - 1;
      const ids = new Set(mails.map(({ messageId }) => messageId));
      if (ids.size > 1) wrong.push(`${to} got ${mails.length} mails with ${ids.size} Message-IDs`);
      const allowed = mayRepeat.get(mails[0]?.messageId ?? '')?.length ?? 0;
      if (mails.length - 1 > allowed)
        wrong.push(`${to} got ${mails.length} mails, and ${allowed} of them were on the line when it broke`);
    }
  }
  for (const to of arrived.keys()) wrong.push(`${to} got a mail that nobody asked for`);
  return { expected, arrived: taken.length, doubled, onTheLine: onTheLine.length, wrong };
}
