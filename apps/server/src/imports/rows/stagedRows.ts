import { nameKeys } from '../../identity/users/nameKeys.service.ts';
import type { UserText } from '../../identity/users/users.service.ts';
import { listColumns } from '../columns/listColumns.ts';
import type { Candidate } from './candidateRows.ts';

/** A text of the stage, with the name of its column in `users`. */
export interface StagedText {
  readonly field: keyof Candidate;
  readonly name: UserText;
  readonly textOf: (value: unknown) => string | null;
}

/** Columns of the stage itself; all other texts lie in the column `more`. */
const ownColumns = ['email', 'email_key', 'first_name', 'last_name', 'student_number', 'language'] as const;

const texts = listColumns.flatMap(({ field, userColumns = {} }) =>
  Object.entries(userColumns).map(([name, textOf]) => ({ field, name, textOf }) as StagedText),
);
const isOwn = ({ name }: StagedText) => ownColumns.some((column) => column === name);
const ownTexts = texts.filter(isOwn);
export const furtherTexts = texts.filter((text) => !isOwn(text));

/** The columns shown in a preview, without folded keys. */
export const shownTexts = furtherTexts.filter(
  (text, at) => furtherTexts.findIndex(({ field }) => field === text.field) === at,
);

/** Checked candidates as rows of the stage: JSON in UTF-8, as the database gets it. */
export function stagedRows(candidates: readonly Candidate[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(candidates.map(rowOf)));
}

function rowOf(candidate: Candidate) {
  const { line, firstName, lastName, email, studentNumber, extraTime, listValues } = candidate;
  return {
    line,
    is_repeat: candidate.duplicateOf !== null,
    ...textsOf(candidate, ownTexts),
    ...nameKeys(firstName, lastName, email, studentNumber),
    ...(furtherTexts.length > 0 && { more: textsOf(candidate, furtherTexts) }),
    ...(extraTime && { extra_minutes: extraTime.minutes, extra_factor: extraTime.factor }),
    ...(listValues && { list_values: listValues }),
  };
}

function textsOf(candidate: Candidate, of: readonly StagedText[]): Record<string, string | null> {
  const row: Record<string, string | null> = {};
  for (const { field, name, textOf } of of) row[name] = textOf(candidate[field]);
  return row;
}
