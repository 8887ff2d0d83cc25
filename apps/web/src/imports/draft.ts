import type { Language } from '@guichet/contract/core/language';
import { importMaxBytes } from '@guichet/contract/imports/imports';
import type { NameOrder } from '@guichet/contract/imports/imports.columns';
import type { Correction, LeaverAnswer } from '@guichet/contract/imports/imports.edits';
import type { ListEncoding } from '@guichet/contract/imports/imports.encodings';
import type { Problem } from '@guichet/contract/imports/imports.problems';
import { isToldAtFields, useFailureText, useValidationText } from '../core/forms/formFaults.tsx';
import { useT } from '../core/i18n/useT.ts';
import type { Matching } from './columns/columnChoices.ts';

/** The choices of how to read a file. */
interface ReadingDraft {
  readonly matching: Matching;
  /** The names of the sheets to read; null: the first that is a list. */
  readonly sheets: readonly string[] | null;
  /** The answer about people who have left; null: not asked yet. */
  readonly leavers: LeaverAnswer | null;
  /** The problems of the lines that are set aside. */
  readonly setAside: readonly Problem[];
  readonly corrections: readonly Correction[];
  /** The cells typed anew that are not yet among the corrections; they change nothing of the import. */
  readonly typed: readonly Correction[];
  /** The chosen encoding of a text file; null for the likeliest. */
  readonly encoding: ListEncoding | null;
  /** Whether to repair text that was encoded twice. */
  readonly repairText: boolean;
  readonly withoutExtraTime: boolean;
  /** Whether to repair cells that passed through another program. */
  readonly repairCells: boolean;
  /** Whether lines with one empty name are people with a single name. */
  readonly singleNames: boolean;
  /** The order of whole names without a comma; null: not asked yet. */
  readonly nameOrder: NameOrder | null;
  /** Whether TRUE, FAUX and the like are names. */
  readonly truthNames: boolean;
}

export interface ImportDraft extends ReadingDraft {
  readonly chosen: ChosenFile | null;
  /** The language of new accounts whose line states none. */
  readonly language: Language;
  readonly sendEmail: boolean;
  /** When the mails leave: null for at once, else a day and an hour as typed. */
  readonly mailsAt: { readonly day: string; readonly time: string } | null;
  readonly includeHidden: boolean;
}

/** Everything that determines an import; any change makes another import. */
export interface ImportOrder extends ImportDraft {
  readonly systemId: number;
  readonly courseId: string;
  readonly chosen: ChosenFile;
}

/** The reading of a file before any question about it is answered. */
export const unreadFile: ReadingDraft = {
  sheets: null,
  leavers: null,
  setAside: [],
  corrections: [],
  typed: [],
  matching: {},
  encoding: null,
  repairText: false,
  repairCells: true,
  withoutExtraTime: false,
  singleNames: false,
  nameOrder: null,
  truthNames: false,
};

/** The edits that a choice leaves: other sheets have other lines; with other columns, lines and fields that are still read. */
export function editsAfter(
  { sheets, matching }: Partial<ImportDraft>,
  { setAside, corrections, typed }: ImportDraft,
) {
  if (sheets !== undefined) return { setAside: [], corrections: [], typed: [] };
  const { headingLine = 0, columns } = matching ?? {};
  const isBelow = ({ line }: { readonly line: number | null }) => line === null || line > headingLine;
  const isLeft = (one: Correction) => isBelow(one) && (!columns || Object.hasOwn(columns, one.field));
  return {
    setAside: setAside.filter(isBelow),
    corrections: corrections.filter(isLeft),
    typed: typed.filter(isLeft),
  };
}

export const noDraft: ImportDraft = {
  chosen: null,
  // S9.1: French, since the language of a list does not depend on the language of the page.
  language: 'fr',
  sendEmail: true,
  mailsAt: null,
  includeHidden: false,
  ...unreadFile,
};

/** The choices that change how the list is read. */
export type ReadingPatch = Partial<Omit<ReadingDraft, 'matching'> & Pick<ImportDraft, 'includeHidden'>>;

/** The import that a draft describes; null while something is missing, or when the list is too large. */
export function makeOrder(draft: ImportDraft, systemId: number, courseId: string | null): ImportOrder | null {
  const { chosen } = draft;
  if (!chosen || courseId === null || chosen.file.size > importMaxBytes || lacksHour(draft)) return null;
  return { ...draft, chosen, systemId, courseId };
}

/** Whether the mails are to leave later while the day or the hour is incomplete. */
export function lacksHour({ sendEmail, mailsAt }: ImportDraft): boolean {
  return (
    sendEmail &&
    mailsAt !== null &&
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(`${mailsAt.day.trim()}T${mailsAt.time}`)
  );
}

/** A file as it was when chosen; choosing the file again makes another object. */
export interface ChosenFile {
  readonly key: string;
  readonly file: File;
}

export function chooseFile(file: File): ChosenFile {
  return { key: crypto.randomUUID(), file };
}

/** The file was changed, moved or deleted after the choice; browsers then refuse to read it. */
class FileChanged extends Error {}

/** Reads a byte. @throws FileChanged, which the call itself would report as a lost connection */
export async function requireReadable({ file }: ChosenFile): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new FileChanged();
  }
}

export function useImportFailureText(): (failure: unknown) => string {
  const t = useT();
  const failureText = useFailureText();
  const validationText = useValidationText();
  return (failure) => {
    if (failure instanceof FileChanged) return t('Import.FileChanged');
    const fault = isToldAtFields(failure) && failure.errors.find(({ path }) => path === 'mailsAt');
    return fault ? validationText(fault.messageKey) : failureText(failure);
  };
}
