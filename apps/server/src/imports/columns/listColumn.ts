import type { Language } from '@guichet/contract/core/language';
import type { ProblemCode } from '@guichet/contract/imports.problems';
import type { UserText } from '../../users/users.service.ts';
import type { Reading } from '../candidates/candidateFields.ts';
import type { CellKind, SheetRow } from '../sheet/sheet.ts';

/** Reads one cell. */
export type ReadCell<T> = (cell: string, kind: CellKind, row: SheetRow) => Reading<T>;

/** Reads the cells of one column of one list, from its first row to its last. */
export interface ColumnReader<T> {
  readonly read: ReadCell<T>;
  /** Cells that only the end of the list shows to be unreadable. */
  readonly doubtful: () => readonly { readonly row: SheetRow; readonly fault: ProblemCode }[];
}

/** Everything that the import knows of one column: whatever reads, places, shows or explains a list asks here. */
export interface ListColumn<F extends string, T> {
  /** Its name in replies and in `--columns`; both translation files name it for people, as `Import.Field.<field>`. */
  readonly field: F;
  /** A list without the column is refused. */
  readonly isRequired?: boolean;
  readonly headings: Readonly<Record<Language, string>> & {
    /** Other headings, folded and without blanks and signs. */
    readonly aliases: string;
    /** Headings that count only where no clear one stands for the same field. */
    readonly vague?: string;
  };
  /** By what a column is proposed whose heading is unknown: all of its first values, or one word of its heading. */
  readonly looksLike?: {
    readonly values?: (values: readonly string[]) => boolean;
    readonly words?: readonly string[];
  };
  readonly read: ReadCell<T>;
  /** In place of `read`, where a cell means what the heading and the other cells of the column say. */
  readonly open?: (heading: string) => ColumnReader<T>;
  /** Fields that stand together in one cell of this column: `read` gives the text of each. */
  readonly parts?: readonly (keyof T & string)[];
  /** The columns of `users` that a new account gets from it. */
  readonly stage?: { readonly [C in UserText]?: (value: T) => string | null };
  /** Its place in the list to fill in; absent where that list does not have the column. */
  readonly template?: {
    readonly sample: string;
    /** In characters. */
    readonly width: number;
    /** Formatted as text, where a spreadsheet would drop zeros. */
    readonly isText?: boolean;
    readonly hint?: Readonly<Record<Language, string>>;
  };
}

/** Keeps the type of the values together with the field. */
export function column<const F extends string, T>(given: ListColumn<F, T>): ListColumn<F, T> {
  return given;
}
