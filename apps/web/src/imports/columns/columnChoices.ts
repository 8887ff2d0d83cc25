import { isKept, keptColumnsMax } from '@guichet/contract/core/listValues';
import type { Preview, Refusal } from '@guichet/contract/imports/imports';
import {
  type ColumnMatch,
  type ListField,
  type ListLayout,
  leavesQuestion,
  type RememberedMatch,
} from '@guichet/contract/imports/imports.columns';
import { columnProblemCodes } from '@guichet/contract/imports/imports.problems';

/** How to read the columns of a list; empty when the headings decide. */
export interface Matching {
  readonly headingLine?: number;
  readonly columns?: ColumnMatch;
}

/** The chosen field of each column, by the column's index; a column without an entry is ignored. */
export type ColumnChoices = ReadonlyMap<number, string>;

export type ChoiceFault =
  | { readonly kind: 'missing'; readonly field: string }
  | { readonly kind: 'twice'; readonly field: string }
  | { readonly kind: 'namesTwice' }
  | { readonly kind: 'tooMany' };

/** Whether the list cannot be read before its columns are matched. */
export function needsMatching(found: Preview | Refusal): boolean {
  if (!found.columns?.layout || !('problems' in found)) return false;
  return found.problems.some(({ code }) => columnProblemCodes.has(code));
}

/** Whether the headings suffice, but a question about the columns remains. */
export function raisesQuestion({ columns }: Preview | Refusal): boolean {
  if (!columns?.layout || columns.layout.isMatchedByHand) return false;
  return columns.remembered !== null || leavesQuestion(columns.layout);
}

/** The initial choices: from the remembered matching, else the detected fields, else the suggested ones. */
export function firstChoices({ columns }: ListLayout, remembered: RememberedMatch | null): ColumnChoices {
  const shown = new Set(columns.map(({ index }) => index));
  if (remembered)
    return new Map(
      Object.entries(remembered.columns).flatMap(([field, index]) =>
        shown.has(index) ? [[index, field]] : [],
      ),
    );
  const read = new Set(columns.map(({ field }) => field));
  const alone = (field: string) =>
    !read.has(field) && columns.filter(({ mayBe }) => mayBe === field).length === 1;
  return new Map(
    columns.flatMap(({ index, field, mayBe }): [number, string][] => {
      if (field) return [[index, field]];
      return mayBe && alone(mayBe) ? [[index, mayBe]] : [];
    }),
  );
}

/** The faults of the choices; empty when the choices are valid. */
export function findFaults(choices: ColumnChoices, fields: readonly ListField[]): ChoiceFault[] {
  const chosen = [...choices.values()];
  const inParts = fields.flatMap(({ field, parts }) => (chosen.includes(field) ? parts : []));
  const twice = [...new Set(chosen.filter((field, index) => chosen.indexOf(field) !== index))];
  const needed = fields.filter(
    ({ field, isRequired }) => isRequired && !chosen.includes(field) && !inParts.includes(field),
  );
  return [
    ...needed.map(({ field }) => ({ kind: 'missing' as const, field })),
    ...twice.map((field) => ({ kind: 'twice' as const, field })),
    ...(inParts.some((field) => chosen.includes(field)) ? [{ kind: 'namesTwice' as const }] : []),
    ...(chosen.filter(isKept).length > keptColumnsMax ? [{ kind: 'tooMany' as const }] : []),
  ];
}

/** The choices in the form of the call; each field has at most one column. */
export function toColumnMatch(choices: ColumnChoices): ColumnMatch {
  return Object.fromEntries([...choices].map(([index, field]) => [field, index]));
}
