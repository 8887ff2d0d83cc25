import { setTimeout as wait } from 'node:timers/promises';
import type { AppContext } from '../../../core/context/appContext.ts';
import { startInBackground } from '../../../core/database/connection/background.ts';
import { findLevel } from '../../../core/database/connection/unavailable.ts';
import type { Database } from '../../../core/database/database.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import type { IndexThread } from './indexThread.ts';
import type { Matches } from './packedPeople.ts';
import type { Range } from './peopleText.ts';
import { type Change, estimatePeople, selectChanges, selectPart, selectRanges } from './userIndex.queries.ts';

/** The position in the change feed when the index was asked; the answer lacks later changes. */
export interface Knowledge {
  readonly mark: string;
  readonly seen: readonly number[];
}

type Found = Matches & { readonly known: Knowledge };

export interface UserIndex {
  /** A page of the people in this scope whose text contains all words, by name. @throws Error if the thread failed */
  find(scope: TenantScope, words: readonly string[], offset: number, limit: number): Promise<Found>;
}

const usual = {
  /** With fewer people every search is fast without the index. */
  fromPeople: 20_000,
  /** Interval of polling the change feed. */
  pollMilliseconds: 300,
};

type IndexOptions = typeof usual;

/** Interval of checking whether there are enough people. */
const lookMilliseconds = 30_000;
/** How long the feed may go unread: less than the day after which changes are swept. */
const longestSleepMilliseconds = 60 * 60 * 1000;
/** The people read at once: few, to keep memory and latency low. */
const peoplePerPart = 1000;

const indexes = new WeakMap<Database, UserIndex>();

/** The index of this database; null while there are few people, while it is built, and after a failure. */
export function findUserIndex(database: Database): UserIndex | null {
  return indexes.get(database) ?? null;
}

/** Builds and updates the index of names once there are many people, until stopped. One per server process. */
export function startUserIndex(context: AppContext, options = usual): { stop(): Promise<void> } {
  return startInBackground((stop) => run(context, options, stop));
}

async function run(context: AppContext, options: IndexOptions, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await keepOne(context, options, stop).catch((error: Error) => {
      context.log[findLevel(error)](
        { error: { message: error.message, stack: error.stack } },
        'the index of people failed',
      );
    });
    await pause(lookMilliseconds, stop);
  }
}

/** Builds the index if there are enough people, and follows the change feed until it fails or is stopped. */
async function keepOne(
  { database }: AppContext,
  { fromPeople, pollMilliseconds }: IndexOptions,
  stop: AbortSignal,
) {
  if ((await estimatePeople(database.read)) < fromPeople) return;
  // Imported lazily: with few people it is never used.
  const { IndexThread } = await import('./indexThread.ts');
  const thread = new IndexThread();
  try {
    const feed = new Feed(database, thread);
    await feed.begin();
    await pack(database, thread, stop);
    await feed.follow();
    indexes.set(database, {
      find: async (...asked) => {
        const { known } = feed;
        return { ...(await thread.call('find', ...asked)), known };
      },
    });
    while (!stop.aborted && !thread.hasFailed) {
      await pause(pollMilliseconds, stop);
      await feed.follow().catch(() => feed.requireRecent());
    }
  } finally {
    indexes.delete(database);
    await thread.stop();
  }
}

async function pack(database: Database, thread: IndexThread, stop: AbortSignal): Promise<void> {
  for (let after = { name: '', id: 0 }; !stop.aborted; ) {
    const part = await selectPart(database.read, after, peoplePerPart);
    if (!part) return thread.call('collect');
    await thread.call('append', `${part.people}\n`);
    after = part.last;
  }
}

/** Forwards changes of people from the database to the thread. */
class Feed {
  known: Knowledge = { mark: '0', seen: [] };
  readonly #database: Database;
  readonly #thread: IndexThread;
  #seen: readonly Change[] = [];
  #lookedAt = performance.now();

  constructor(database: Database, thread: IndexThread) {
    this.#database = database;
    this.#thread = thread;
  }

  /** Sets the start position of the feed. */
  async begin(): Promise<void> {
    const { mark, changes } = await selectChanges(this.#database.read, null, []);
    this.#remember(mark, changes);
  }

  async follow(): Promise<void> {
    this.requireRecent();
    const { mark, changes } = await selectChanges(this.#database.read, this.known.mark, this.known.seen);
    this.#lookedAt = performance.now();
    for (const ranges of portionsOf(changes))
      await this.#thread.call(
        'change',
        ranges,
        await selectRanges(this.#database.read, ranges, peoplePerPart),
      );
    this.#remember(mark, changes);
  }

  /**
   * A short outage of the database is harmless, since the people found are read from the database.
   * @throws Error if the last poll is so old that changes may have been swept
   */
  requireRecent(): void {
    if (performance.now() - this.#lookedAt > longestSleepMilliseconds)
      throw new Error('the search index may have missed changes');
  }

  /** Keeps only the changes from the mark on, which the next poll returns again. */
  #remember(mark: string, changes: readonly Change[]): void {
    this.#seen = [...this.#seen, ...changes].filter(({ xid }) => BigInt(xid) >= BigInt(mark));
    this.known = { mark, seen: this.#seen.map(({ id }) => id) };
  }
}

/** Splits ranges into portions, each of at most `peoplePerPart` people. */
function portionsOf(changes: readonly Range[]): Range[][] {
  const portions: Range[][] = [];
  let size = peoplePerPart;
  for (const change of changes)
    for (let first = change.first; first <= change.last; ) {
      if (size >= peoplePerPart) {
        portions.push([]);
        size = 0;
      }
      const last = Math.min(change.last, first + peoplePerPart - size - 1);
      portions.at(-1)?.push({ first, last });
      size += last - first + 1;
      first = last + 1;
    }
  return portions;
}

async function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal: stop }).catch(() => undefined);
}
