import { AsyncLocalStorage } from 'node:async_hooks';
import { type Progress, progressStreams } from '@guichet/contract/imports/imports.progress';
import type { AppContext, SignedInGrant } from '../../core/context/appContext.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { areSessionsLive } from '../../identity/sessions/sessions.service.ts';
import { selectOwners, selectProgress } from './progress.queries.ts';
import { stillMilliseconds, underWay } from './progress.ts';

/** Times in milliseconds. */
const usual = {
  lookEvery: 250,
  /** The interval between checks of the watchers' sessions. */
  sessionEvery: 1000,
  /** How long an import may be unknown: the page opens the stream before it uploads the file. */
  unknown: 60_000,
  still: stillMilliseconds,
};

type Patience = typeof usual;

const unknown: Progress = { phase: 'waiting', rows: 0, share: 0, imported: null };
const watches = new WeakMap<AppContext, ProgressWatch>();
const outside = AsyncLocalStorage.snapshot();

/**
 * Ends with the import, when the client disconnects or with the session.
 * @throws AppError `import.notFound` for another user's import, `import.watchedEnough`
 */
export async function watchProgress(
  context: AppContext,
  grant: SignedInGrant,
  importId: string,
  gone: AbortSignal,
  patience = usual,
): Promise<AsyncIterable<Progress>> {
  const { userId, sessionId } = grant.identity;
  // Without row-level security, to find owners in systems that the caller does not see.
  const owners = await outside(() => selectOwners(context.database.read, importId));
  const here = underWay.get(importId);
  if (here) owners.push(here.userId);
  if (owners.some((owner) => owner !== userId)) throw new AppError('import.notFound');
  const watch = watches.get(context) ?? new ProgressWatch(context, patience);
  watches.set(context, watch);
  return watch.add(openStream({ importId, userId, sessionId }), gone);
}

/** Polls once for all streams of this process. */
class ProgressWatch {
  readonly #context: AppContext;
  readonly #patience: Patience;
  readonly #streams = new Set<ProgressStream>();
  #timer: NodeJS.Timeout | null = null;
  #isAsking = false;
  #sessionsAt = 0;

  constructor(context: AppContext, patience: Patience) {
    this.#context = context;
    this.#patience = patience;
  }

  add(stream: ProgressStream, gone: AbortSignal): AsyncIterable<Progress> {
    const own = [...this.#streams].filter(({ userId }) => userId === stream.userId);
    if (own.length >= progressStreams)
      throw new AppError('import.watchedEnough', {
        params: { most: progressStreams },
        headers: { 'retry-after': '5' },
      });
    this.#streams.add(stream);
    gone.addEventListener('abort', () => this.#end(stream), { once: true });
    if (gone.aborted) this.#end(stream);
    // The timer runs outside the row-level security of the first watcher.
    this.#timer ??= outside(() => setInterval(() => this.#look(), this.#patience.lookEvery));
    this.#look();
    return stream.values();
  }

  #look(): void {
    const elsewhere = [...this.#streams].filter((stream) => {
      const here = underWay.get(stream.importId);
      if (here) this.#tell(stream, here.userId, here.progress);
      return !here;
    });
    // An import may hold the embedded database for a while: memory has the progress of running imports.
    if (this.#isAsking || this.#streams.size === 0) return;
    this.#isAsking = true;
    outside(() => this.#ask(elsewhere))
      // Without a database there is no progress; the import's reply still reports its outcome.
      .catch(() => this.#endAll(this.#streams))
      .finally(() => {
        this.#isAsking = false;
      });
  }

  async #ask(streams: readonly ProgressStream[]): Promise<void> {
    const { read } = this.#context.database;
    const now = performance.now();
    if (now - this.#sessionsAt >= this.#patience.sessionEvery) {
      this.#sessionsAt = now;
      const live = await areSessionsLive(
        this.#context,
        [...this.#streams].map(({ sessionId }) => sessionId),
      );
      this.#endAll([...this.#streams].filter(({ sessionId }) => !live.has(sessionId)));
    }
    if (streams.length === 0) return;
    const found = await selectProgress(read, [...new Set(streams.map(({ importId }) => importId))]);
    for (const stream of streams) {
      const row = found.find(({ importId }) => importId === stream.importId);
      if (row) this.#tell(stream, row.userId, { ...row, phase: row.phase as Progress['phase'] });
      else this.#tell(stream, stream.userId, unknown);
    }
  }

  #tell(stream: ProgressStream, userId: number, { phase, rows, share, imported }: Progress): void {
    const isOwn = userId === stream.userId;
    if (isOwn) stream.tell({ phase, rows, share, imported });
    const patience = phase === 'waiting' ? this.#patience.unknown : this.#patience.still;
    const isOver = phase === 'done' || phase === 'refused' || stream.stillFor() > patience;
    if (isOver || !isOwn) this.#end(stream);
  }

  #endAll(streams: Iterable<ProgressStream>): void {
    for (const stream of streams) this.#end(stream);
  }

  #end(stream: ProgressStream): void {
    stream.end();
    this.#streams.delete(stream);
    if (this.#streams.size > 0 || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

interface Watched {
  readonly importId: string;
  readonly userId: number;
  readonly sessionId: string;
}

type ProgressStream = ReturnType<typeof openStream>;

/** The events of an import for a reader; sends each state once. */
function openStream(watched: Watched) {
  const waiting: Progress[] = [];
  let told = '';
  let since = performance.now();
  let isOver = false;
  let wake = () => {};
  return {
    ...watched,
    tell(progress: Progress) {
      const text = JSON.stringify(progress);
      if (text === told) return;
      told = text;
      since = performance.now();
      // A slow reader gets only the last state.
      waiting[0] = progress;
      wake();
    },
    /** Milliseconds since the last change. */
    stillFor: () => performance.now() - since,
    end() {
      isOver = true;
      wake();
    },
    async *values(): AsyncGenerator<Progress> {
      for (;;) {
        const next = waiting.shift();
        if (next) yield next;
        else if (isOver) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}
