import type { Progress } from '@guichet/contract/imports/imports.progress';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import { countCutOff, upsertProgress } from './progress.queries.ts';

/**
 * The running imports of this process. The embedded database has a single connection, which an import's last
 * transaction holds; watchers meanwhile read the progress here.
 */
export const underWay = new Map<string, { readonly userId: number; readonly progress: Progress }>();

/** An import without progress for this long has died with its process. */
export const stillMilliseconds = 10 * 60_000;

/** Logs how many imports of the last day ended with their server, which may be another one than this. */
export async function logCutOff({ database, clock, log }: AppContext): Promise<void> {
  const since = database.kind === 'embedded' ? 0 : stillMilliseconds;
  const imports = await countCutOff(database.read, new Date(clock.now().getTime() - since));
  if (imports > 0) log.warn({ imports }, 'imports of the last day were cut off: they enrolled no one');
}

/** Stores the progress of an import with its owner, for all server processes, and reports it. */
export function reportProgress(
  context: AppContext,
  importId: string,
  userId: number | null,
  tell?: (progress: Progress) => void,
) {
  let rows = 0;
  const set = async (phase: Progress['phase'], share: number, imported: number | null) => {
    const progress = { phase, rows, share, imported };
    tell?.(progress);
    if (userId === null) return;
    underWay.set(importId, { userId, progress });
    const row = { import_id: importId, user_id: userId, updated_at: context.clock.now(), ...progress };
    await systemTransaction(context, (tx) => upsertProgress(tx, row));
  };
  return {
    reading: (read: number, share: number) => {
      rows = read;
      return set('reading', share, null);
    },
    writing: (read: number) => {
      rows = read;
      return set('writing', 1, null);
    },
    refused: () => set('refused', 1, null),
    done: (imported: number) => set('done', 1, imported),
    /** Call at the end of the import, whatever its outcome: from then on the database has the progress. */
    forget: () => void underWay.delete(importId),
  };
}
