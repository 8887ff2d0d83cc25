import type { Language } from '@guichet/contract/core/language';
import type { Preview, Progress, Refusal } from '@guichet/contract/imports';
import { machineGrantOn } from '../access/access.service.ts';
import { importCandidates, previewImport } from '../imports/imports.service.ts';
import type { House } from '../platform/house.ts';

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
  readonly fileName: string;
  readonly reader: Language;
  readonly isPreview: boolean;
}

/**
 * The same import as that of the page, with the same checks and refusals; the trail names the machine. Answers how many
 * were placed, what a preview tells, or every problem of the list. @throws AppError `cohort.notFound`
 */
export function importList(
  house: House,
  order: ImportOrder,
  bytes: Buffer,
  tell: (progress: Progress) => void,
): Promise<number | Preview | Refusal> {
  const grant = machineGrantOn('guichet import', order.systemId);
  const file = { fileName: order.fileName, bytes };
  if (order.isPreview) return previewImport(house, grant, order, file);
  return importCandidates(house, grant, { ...order, tell }, file);
}
