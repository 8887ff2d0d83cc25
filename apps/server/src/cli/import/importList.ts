import type { Language } from '@guichet/contract/core/language';
import type { FileReport, Preview, Progress, Refusal } from '@guichet/contract/imports';
import { type ColumnMatch, leavesQuestion } from '@guichet/contract/imports.columns';
import { machineGrantOn } from '../../access/access.service.ts';
import { importCandidates, type Order, previewImport } from '../../imports/imports.service.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';

export interface ImportOrder {
  readonly systemId: number;
  /** The cohort's course on the learning platform. */
  readonly selectedCourse: string;
  /** For lines that state none. */
  readonly languageId: Language;
  readonly sendEmail: boolean;
  /** Also rows that are hidden in the workbook; text that was encoded twice is repaired. */
  readonly includeHidden?: boolean;
  readonly repairText?: boolean;
  readonly columns?: ColumnMatch;
  readonly headingLine?: number;
  /** Also a list of which a column that is not read looks like one that should be. */
  readonly ignoreUnread?: boolean;
  readonly fileName: string;
  readonly reader: Language;
  readonly isPreview: boolean;
}

/** What is told while a list is imported: how far it is, and once, before anybody is placed, what it says of itself. */
export type Told = Progress | { readonly file: FileReport };

/** Columns are left that somebody has to say something about. */
class ColumnsUnclear extends Error {}

/**
 * The same import as that of the page, with the same checks and refusals; the trail names the machine. Answers how many
 * were placed, every problem of the list, or what a preview tells, where that was asked for or columns are unclear. @throws AppError `cohort.notFound`
 */
export async function importList(
  context: AppContext,
  order: ImportOrder,
  bytes: Buffer,
  tell: (told: Told) => void,
): Promise<number | Preview | Refusal> {
  const grant = machineGrantOn('guichet import', order.systemId);
  const file = { fileName: order.fileName, bytes };
  const preview = () => previewImport(context, grant, order, file);
  if (order.isPreview) return preview();
  const look: Order['look'] = ({ report, layout: { layout } }) => {
    if (!order.ignoreUnread && leavesQuestion(layout)) throw new ColumnsUnclear();
    tell({ file: report });
  };
  try {
    const outcome = await importCandidates(context, grant, { ...order, tell, look }, file);
    // A preview shows the columns besides.
    return typeof outcome === 'number' ? outcome : await preview();
  } catch (error) {
    if (error instanceof ColumnsUnclear) return preview();
    throw error;
  }
}
