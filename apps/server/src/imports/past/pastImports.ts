import type { Language } from '@guichet/contract/core/language';
import { titleIn } from '@guichet/contract/exams/exams.end';
import { type ListedImport, type UndoneCounts, undoDays } from '@guichet/contract/imports/imports.past';
import type { AppContext, SystemGrant } from '../../core/context/appContext.ts';
import { dayIn, secondsAfter } from '../../core/runtime/clock.ts';
import * as queries from './pastImports.queries.ts';

const daySeconds = 24 * 60 * 60;
const usualPage = 10;
const largestPage = 100;

export async function listImports(
  context: AppContext,
  { systemId }: SystemGrant,
  { page = 1, pageSize = usualPage }: { page?: number | undefined; pageSize?: number | undefined },
  language: Language,
) {
  const db = context.database.read;
  const limit = Math.min(pageSize, largestPage);
  const imports = await queries.selectImports(db, systemId, { limit, offset: (page - 1) * limit });
  const totalItems = await queries.countImports(db, systemId);
  return { imports: imports.map((one) => listed(context, titleIn(language, one))), totalItems };
}

function listed(context: AppContext, found: queries.PastImport): ListedImport {
  return {
    ...found,
    exam: found.title,
    undone: describeUndone(found),
    undo: decideUndoState(context, found),
    undoUntil: undoUntil(context, found),
  };
}

/** Absent in undos from before lists changed people who were in the exam. */
const noneOfSecondList: Partial<UndoneCounts> = { corrections: 0, removals: 0 };

export function describeUndone({ undoneAt, undoneBy, undoneCounts }: queries.PastImport) {
  if (undoneAt === null) return null;
  return {
    at: undoneAt,
    by: undoneBy ?? '',
    counts: { ...noneOfSecondList, ...(undoneCounts as UndoneCounts) },
  };
}

export function decideUndoState(context: AppContext, found: queries.PastImport): ListedImport['undo'] {
  if (found.undoneAt !== null) return 'undone';
  if (found.alreadyThere === null) return 'unrecorded';
  if (found.cancelledAt !== null) return 'examCancelled';
  return context.clock.today() <= undoUntil(context, found) ? 'possible' : 'tooLate';
}

/**
 * The last day for an undo: the day of the exam, or its last day for an import since it had begun, or `undoDays` after the
 * import if this is earlier.
 */
function undoUntil(context: AppContext, { at, examDate, endDate }: queries.PastImport): string {
  const dayOf = dayIn(context.config.timeZone);
  const examDay = dayOf(at) < examDate ? examDate : endDate || examDate;
  const last = dayOf(secondsAfter(at, undoDays * daySeconds));
  return [last, examDay].toSorted()[0] ?? last;
}
