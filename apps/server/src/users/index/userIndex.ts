import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
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

/** What the index knew of the feed of changes when it was asked: whatever else has come meanwhile, it does not know. */
export interface Knowledge {
  readonly mark: string;
  readonly seen: readonly number[];
}

export interface UserIndex {
  /** Whether reading through everybody is the shorter way to these words than an index of the database. */
  isFor(words: readonly string[]): boolean;
  /** A page of those whose text holds all words, by name. @throws when the thread failed */
  find(words: readonly string[], offset: number, limit: number): Promise<Matches & { known: Knowledge }>;
}

export interface IndexOptions {
  /** Below so many people every search is short anyhow. */
  readonly fromPeople: number;
  /** From this share of all people on, a word is common. */
  readonly commonShare: number;
  /** How often to look for what others have changed. */
  readonly pollMilliseconds: number;
}

const usual: IndexOptions = { fromPeople: 20_000, commonShare: 1 / 200, pollMilliseconds: 300 };

/** How often to look whether there are enough people. */
const lookMilliseconds = 30_000;
/** The feed is swept after a day. */
const longestSleepMilliseconds = 60 * 60 * 1000;
/** So many people tell rare words from common ones. */
const sampleSize = 4096;
/** Few enough to pass without a trace. */
const peoplePerPart = 1000;

const indexes = new WeakMap<Database, UserIndex>();

/** The index of these people, while it stands: null before there are many, while it is made, and after a failure. */
export function findUserIndex(database: Database): UserIndex | null {
  return indexes.get(database) ?? null;
}

/** Keeps the index of names, once there are many people, until it is stopped. Each server process has its own. */
export function startUserIndex(context: AppContext, options = usual): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = run(context, options, stopping.signal);
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

/** Makes the index if there are enough people, and keeps it as long as that goes well. */
async function keepOne(
  { database }: AppContext,
  { fromPeople, commonShare, pollMilliseconds }: IndexOptions,
  stop: AbortSignal,
) {
  if ((await estimatePeople(database.read)) < fromPeople) return;
  // Only here: with few people the start would wait for code that is never used.
  const { IndexThread } = await import('./indexThread.ts');
  const { BlockFilter } = await import('./blockFilter.ts');
  const thread = new IndexThread();
  try {
    const feed = new Feed(database, thread);
    await feed.begin();
    const sample = await pack(database, thread, stop);
    await feed.follow();
    indexes.set(database, {
      isFor: (words) => words.some(BlockFilter.sifts) || isCommon(sample, words, commonShare),
      find: async (words, offset, limit) => {
        const { known } = feed;
        return { ...(await thread.find(words, offset, limit)), known };
      },
    });
    while (!stop.aborted && !thread.hasFailed) {
      await pause(pollMilliseconds, stop);
      await feed.follow().catch(() => feed.requireYouth());
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

/** Two letters have no three in a row, and no words at all are everybody: the database has no index for these. */
function isCommon(sample: PackedPeople, words: readonly string[], share: number): boolean {
  if (words.every((word) => word.length < 3)) return true;
  return sample.find(words, 0, 1).total >= sample.size * share;
}

/** Carries what changes in the database to the thread. */
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

  /** From here on changes count. */
  async begin(): Promise<void> {
    const { mark, changes } = await selectChanges(this.#database.read, null, []);
    this.#settle(mark, changes);
  }

  async follow(): Promise<void> {
    this.requireYouth();
    const { mark, changes } = await selectChanges(this.#database.read, this.known.mark, this.known.seen);
    this.#lookedAt = performance.now();
    for (const ranges of portionsOf(changes))
      await this.#thread.change(ranges, await selectRanges(this.#database.read, ranges));
    this.#settle(mark, changes);
  }

  /**
   * A database that is away for a moment is none: whoever is found is looked up there anyhow.
   * @throws when it slept for so long that changes may have been swept
   */
  requireYouth(): void {
    if (performance.now() - this.#lookedAt > longestSleepMilliseconds)
      throw new Error('changes may have been missed');
  }

  /** Only those need be remembered that the mark lets come again. */
  #settle(mark: string, changes: readonly Change[]): void {
    this.#seen = [...this.#seen, ...changes].filter(({ xid }) => BigInt(xid) >= BigInt(mark));
    this.known = { mark, seen: this.#seen.map(({ id }) => id) };
  }
}

/** Ranges of no more people than are read at once. */
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
