import { AsyncLocalStorage } from 'node:async_hooks';
import { type Progress, progressStreams } from '@guichet/contract/imports';
import type { SignedInGrant } from '../../platform/http/grant.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import { AppError } from '../../platform/runtime/errors.ts';
import { areSessionsLive } from '../../sessions/sessions.service.ts';
import { selectOwners, selectProgressOf } from '../imports.queries.ts';
import { underWay } from './progress.ts';
import { openStream, type ProgressStream } from './progressStream.ts';

/** In milliseconds. */
export interface Patience {
  readonly lookEvery: number;
  /** How often the sessions of those who watch are looked at. */
  readonly sessionEvery: number;
  /** The page opens its stream before its upload: so long an import may be unknown. */
  readonly unknown: number;
  /** An import that has not moved for so long has died with its process. */
  readonly still: number;
}

const usual: Patience = { lookEvery: 250, sessionEvery: 1000, unknown: 60_000, still: 10 * 60_000 };

const unknown: Progress = { phase: 'waiting', rows: 0, share: 0, imported: null };
const watches = new WeakMap<AppContext, ProgressWatch>();
const outside = AsyncLocalStorage.snapshot();

/**
 * Tells how far an import of the caller is, whenever that changes, until it is over, the reader has gone, or her session
 * has ended.
 * @throws AppError `import.notFound` for somebody else's, `import.watchedEnough`
 */
export async function watchProgress(
  context: AppContext,
  grant: SignedInGrant,
  importId: string,
  gone: AbortSignal,
  patience = usual,
): Promise<AsyncIterable<Progress>> {
  const { userId, sessionId } = grant.identity;
  // Also those of systems that are behind the caller's wall.
  const owners = await outside(() => selectOwners(context.database.read, importId));
  const here = underWay.get(importId);
  if (here) owners.push(here.userId);
  if (owners.some((owner) => owner !== userId)) throw new AppError('import.notFound');
  const watch = watches.get(context) ?? new ProgressWatch(context, patience);
  watches.set(context, watch);
  return watch.add(openStream({ importId, userId, sessionId }), gone);
}

/** Looks for all streams of this process together. */
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
    // Not behind the wall of whoever happens to be the first.
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
    // The embedded database may be held by an import for a while: those that are told from here do not wait for it.
    if (this.#isAsking || this.#streams.size === 0) return;
    this.#isAsking = true;
    outside(() => this.#ask(elsewhere))
      // Without a database nobody can be told anything; the answer of the import still says how it ended.
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
    const found = await selectProgressOf(read, [...new Set(streams.map(({ importId }) => importId))]);
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
