import type { WriteTx } from '../database/database.ts';

const topicsOf = new WeakMap<WriteTx, Set<string>>();

/** Notes on a transaction that workers of this topic are to be woken once it has committed. */
export function notifyAfterCommit(tx: WriteTx, topic: string): void {
  topicsOf.get(tx)?.add(topic);
}

/** The topics that a transaction notes from now on; empty until then. */
export function collectTopics(tx: WriteTx): ReadonlySet<string> {
  const topics = new Set<string>();
  topicsOf.set(tx, topics);
  return topics;
}
