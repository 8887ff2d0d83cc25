import type { Language } from '@guichet/contract/core/language';
import { importMaxBytes } from '@guichet/contract/imports';
import type { ChosenFile } from './chosenFile.ts';
import type { Matching } from './columns/columnChoices.ts';
import type { ImportOrder } from './imports.api.ts';

/** The choices so far. */
export interface ImportDraft {
  readonly chosen: ChosenFile | null;
  readonly language: Language;
  readonly sendEmail: boolean;
  /** The matching of the chosen list's columns by hand. */
  readonly matching: Matching;
  readonly includeHidden: boolean;
  readonly repairText: boolean;
}

/** Nothing chosen yet. */
export const noDraft = {
  chosen: null,
  sendEmail: true,
  includeHidden: false,
  repairText: false,
  matching: {},
} as const;

/** Changes how the list is read. */
export type ReadingPatch = Partial<Pick<ImportDraft, 'includeHidden' | 'repairText'>>;

/** The import that a draft describes; null while cohort or list is missing, or the list is too large. */
export function orderOf(draft: ImportDraft, systemId: number, courseId: string | null): ImportOrder | null {
  const { chosen, language, sendEmail, matching, includeHidden, repairText } = draft;
  if (!chosen || courseId === null || chosen.file.size > importMaxBytes) return null;
  return { systemId, courseId, language, sendEmail, chosen, matching, includeHidden, repairText };
}
