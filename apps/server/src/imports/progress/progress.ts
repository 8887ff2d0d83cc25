import type { Progress } from '@guichet/contract/imports';
import { systemTransaction } from '../../audit/audit.service.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import { secondsAfter } from '../../platform/runtime/clock.ts';
import { deleteProgressBefore, upsertProgress } from '../imports.queries.ts';

const keepSeconds = 24 * 60 * 60;

/**
 * Imports that this process is at. The embedded database has one connection, which the last transaction of an import
 * holds: whoever watches it meanwhile is told from here.
 */
export const underWay = new Map<string, { readonly userId: number; readonly progress: Progress }>();

/** Writes how far an import is where every server process can read it, for the person whose import it is, and tells it. */
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
    await systemTransaction(context, async (tx) => {
      const now = context.clock.now();
      await upsertProgress(tx, {
        import_id: importId,
        user_id: userId,
        phase,
        rows,
        share,
        imported,
        updated_at: now,
      });
      if (phase === 'done') await deleteProgressBefore(tx, secondsAfter(now, -keepSeconds));
    });
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
    /** The import is over, however it ended; from now on the database tells. */
    forget: () => void underWay.delete(importId),
  };
}
