import { setTimeout as wait } from 'node:timers/promises';
import type { AppContext } from '../../../core/context/appContext.ts';
import { inBackground } from '../../../core/database/connection/background.ts';
import type { Database } from '../../../core/database/database.ts';
import type { Scope } from './indexedPeople.ts';
import type { IndexThread } from './indexThread.ts';
import type { Matches, PackedPeople } from './packedPeople.ts';
import type { Range } from './ranges.ts';
import {
  type Change,
  estimatePeople,
  measurePeople,
  selectChanges,
  selectPart,
  selectRanges,
} from './userIndex.queries.ts';

/** The position in the change feed when the index was asked; the answer lacks later changes. */
export interface Knowledge {
  readonly mark: string;
  readonly seen: readonly number[];
}

type Found = Matches & { readonly known: Knowledge };

export interface UserIndex {
  /** Whether a scan of the people in this scope is faster for these words than an index of the database. */
  isFor(scope: Scope, words: readonly string[]): boolean;
  /** A page of the people in this scope whose text contains all words, by name. @throws Error if the thread failed */
  find(scope: Scope, words: readonly string[], offset: number, limit: number): Promise<Found>;
}

const usual = {
  /** With fewer people every search is fast without the index. */
  fromPeople: 20_000,
  /** A word found in at least this share of people is common. */
  commonShare: 1 / 200,
  /** Interval of polling the change feed. */
  pollMilliseconds: 300,
};

type IndexOptions = typeof usual;

/** Interval of checking whether there are enough people. */
const lookMilliseconds = 30_000;
/** How long the feed may go unread: less than the day after which changes are swept. */
const longestSleepMilliseconds = 60 * 60 * 1000;
/** The people in the sample: enough to tell rare words from common ones. */
const sampleSize = 4096;
/** The people read at once: few, to keep memory and latency low. */
const peoplePerPart = 1000;

const indexes = new WeakMap<Database, UserIndex>();

/** The index of this database; null while there are few people, while it is built, and after a failure. */
export function findUserIndex(database: Database): UserIndex | null {
  return indexes.get(database) ?? null;
}

/** Builds and updates the index of names once there are many people, until stopped. One per server process. */
export function startUserIndex(context: AppContext, options = usual): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = inBackground(() => run(context, options, stopping.signal));
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

async function run(context: AppContext, options: IndexOptions, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await keepOne(context, options, stop).catch((error: Error) => {
      context.log.error(
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
  { fromPeople, commonShare, pollMilliseconds }: IndexOptions,
  stop: AbortSignal,
) {
  if ((await estimatePeople(database.read)) < fromPeople) return;
  // Imported lazily: with few people it is never used.
  const { IndexThread } = await import('./indexThread.ts');
  const { BlockFilter } = await import('./blockFilter.ts');
  const thread = new IndexThread();
  try {
    const feed = new Feed(database, thread);
    await feed.begin();
    const sample = await pack(database, thread, stop);
    await feed.follow();
    indexes.set(database, {
      // The database's trigram index covers all systems, so within a scope it finds too many people.
      isFor: (scope, words) =>
        scope !== 'all' || words.some(BlockFilter.sifts) || isCommon(sample, words, commonShare),
      find: async (scope, words, offset, limit) => {
        const { known } = feed;
        return { ...(await thread.find(scope, words, offset, limit)), known };
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

async function pack(database: Database, thread: IndexThread, stop: AbortSignal): Promise<PackedPeople> {
  await thread.expect(await measurePeople(database.read));
  for (let after = { name: '', id: 0 }; !stop.aborted; ) {
    const part = await selectPart(database.read, after, peoplePerPart);
    if (!part) break;
    await thread.add(part.people);
    after = part.last;
  }
  return thread.sample(sampleSize);
}

/** Whether many people match the words, or the database's trigram index cannot use them: none has three letters. */
function isCommon(sample: PackedPeople, words: readonly string[], share: number): boolean {
  if (words.every((word) => word.length < 3)) return true;
  return sample.find(words, 0, 1).total >= sample.size * share;
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
      await this.#thread.change(ranges, await selectRanges(this.#database.read, ranges));
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
