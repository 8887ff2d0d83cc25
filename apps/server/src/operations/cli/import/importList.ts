import type { FileReport, Preview, Refusal } from '@guichet/contract/imports/imports';
import { leavesQuestion } from '@guichet/contract/imports/imports.columns';
import type { Progress } from '@guichet/contract/imports/imports.progress';
import type { AppContext } from '../../../core/context/appContext.ts';
import { machineGrantOn } from '../../../identity/access/access.service.ts';
import { countMails, importCandidates, type Order, previewImport } from '../../../imports/imports.service.ts';
import { getSystem } from '../../../systems/system/systems.service.ts';

export interface ImportOrder extends Omit<Order, 'importId' | 'tell' | 'look'> {
  readonly systemId: number;
  /** Whether to import even when an unread column looks like a column that should be read. */
  readonly ignoreUnread?: boolean;
  readonly fileName: string;
  readonly isPreview: boolean;
}

/** Progress of an import; once before the first person, the report on its file; at the end, the number of mails queued. */
export type Told =
  | Progress
  | { readonly file: FileReport; readonly otherExtraTimes: number }
  | { readonly mails: number };

/** The columns need a decision of the operator. */
class ColumnsUnclear extends Error {}

/**
 * Imports as the page does, with the same checks and errors; the audit log names the machine. Returns the number of
 * people enrolled, or every problem of the list, or a preview where the operator asks for one or columns are unclear.
 * @throws AppError `system.notFound`, `exam.notFound`
 */
export async function importList(
  context: AppContext,
  order: ImportOrder,
  bytes: Buffer,
  tell: (told: Told) => void,
): Promise<number | Preview | Refusal> {
  await getSystem(context.database.read, order.systemId);
  const grant = machineGrantOn('guichet import', order.systemId);
  const file = { fileName: order.fileName, bytes };
  const preview = () => previewImport(context, grant, order, file);
  if (order.isPreview) return preview();
  const look: Order['look'] = ({ report, layout: { layout } }, otherExtraTimes) => {
    if (!order.ignoreUnread && leavesQuestion(layout)) throw new ColumnsUnclear();
    tell({ file: report, otherExtraTimes });
  };
  try {
    const importId = context.clock.uuid();
    const outcome = await importCandidates(context, grant, { ...order, importId, tell, look }, file);
    if (typeof outcome === 'number') tell({ mails: await countMails(context, importId) });
    return outcome;
  } catch (error) {
    if (error instanceof ColumnsUnclear) return preview();
    throw error;
  }
}
