import type { Preview, Refusal } from '@guichet/contract/imports';
import {
  type ColumnMatch,
  type ListField,
  type ListLayout,
  leavesQuestion,
  type RememberedMatch,
} from '@guichet/contract/imports.columns';
import { columnProblemCodes } from '@guichet/contract/imports.problems';

/** How the columns of one list are to be read; empty where the headings decide. */
export interface Matching {
  readonly headingLine?: number;
  readonly columns?: ColumnMatch;
}

/** What each column is chosen to be, by its index; a column without one is left out. */
export type ColumnChoices = ReadonlyMap<number, string>;

export type ChoiceFault =
  | { readonly kind: 'missing'; readonly field: string }
  | { readonly kind: 'twice'; readonly field: string }
  | { readonly kind: 'namesTwice' };

/** The list cannot be read before somebody has said what its columns are. */
export function needsMatching(found: Preview | Refusal): boolean {
  if (!found.columns?.layout || !('problems' in found)) return false;
  return found.problems.some(({ code }) => columnProblemCodes.has(code));
}

/** The list can be read by its headings, and yet there is something to ask about them first. */
export function raisesQuestion({ columns }: Preview | Refusal): boolean {
  if (!columns?.layout || columns.layout.isMatchedByHand) return false;
  return columns.remembered !== null || leavesQuestion(columns.layout);
}

/** What is chosen before anybody has touched it: what was remembered, else what was read, else what it looks like. */
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

/** Why nothing can be read so. */
export function faultsOf(choices: ColumnChoices, fields: readonly ListField[]): ChoiceFault[] {
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
  ];
}

/** The choices as the call takes them; each field stands in one column. */
export function matchOf(choices: ColumnChoices): ColumnMatch {
  return Object.fromEntries([...choices].map(([index, field]) => [field, index]));
}
