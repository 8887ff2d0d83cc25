import type { Language } from '@guichet/contract/core/language';
import { importMaxBytes } from '@guichet/contract/imports';
import type { ChosenFile } from './chosenFile.ts';
import type { Matching } from './columns/columnChoices.ts';
import type { ImportOrder } from './imports.api.ts';

/** What has been chosen so far. */
export interface ImportDraft {
  readonly chosen: ChosenFile | null;
  readonly language: Language;
  readonly sendEmail: boolean;
  /** How the columns of the chosen list were matched by hand. */
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

/** A change of how the list is read. */
export type ReadingPatch = Partial<Pick<ImportDraft, 'includeHidden' | 'repairText'>>;

/** The order that a draft makes; null as long as cohort or list is missing, or the list is larger than is taken. */
export function orderOf(draft: ImportDraft, systemId: number, courseId: string | null): ImportOrder | null {
  const { chosen, language, sendEmail, matching, includeHidden, repairText } = draft;
  if (!chosen || courseId === null || chosen.file.size > importMaxBytes) return null;
  return { systemId, courseId, language, sendEmail, chosen, matching, includeHidden, repairText };
}
