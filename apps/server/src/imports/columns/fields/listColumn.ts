import type { Language } from '@guichet/contract/core/language';
import type { NameOrder } from '@guichet/contract/imports/imports.columns';
import type { ProblemCode } from '@guichet/contract/imports/imports.problems';
import type { UserText } from '../../../identity/users/users.service.ts';
import type { CellKind, SheetRow } from '../../formats/sheet.ts';
import type { Reading } from './candidateFields.ts';

export type ReadCell<T> = (cell: string, kind: CellKind, row: SheetRow) => Reading<T>;

/** Reads all cells of a column of a list, from the first row to the last. */
export interface ColumnReader<T> {
  readonly read: ReadCell<T>;
  /** Cells that prove unreadable only at the end of the list. */
  readonly doubtful: () => readonly { readonly row: SheetRow; readonly fault: ProblemCode }[];
}

export interface FullName {
  readonly firstName: string;
  readonly lastName: string;
}

export type Side = 'start' | 'end' | 'either';

export interface WholeNames {
  readonly order: NameOrder | null;
  /** Null: the column does not have its last names in capitals. */
  readonly side: Side | null;
  readonly split: { count: number; samples: FullName[] };
}

/** The definition of a column, for reading, matching, template and preview. */
export interface ListColumn<F extends string, T> {
  /** The name in replies and in `--columns`; both translation files have the label `Import.Field.<field>`. */
  readonly field: F;
  /** A list without the column is refused. */
  readonly isRequired?: boolean;
  readonly headings: Readonly<Record<Language, string>> & {
    /** Other headings, folded, without blanks and punctuation. */
    readonly aliases: string;
    /** Ambiguous headings, used only if the list has no clear heading for the same field. */
    readonly vague?: string;
  };
  /** Proposes a column with an unknown heading: by all of its first values, or by a word of its heading. */
  readonly looksLike?: {
    readonly values?: (values: readonly string[]) => boolean;
    readonly words?: readonly string[];
  };
  readonly read: ReadCell<T>;
  /** Replaces `read` if the meaning of a cell depends on the heading and the other cells of the column. */
  readonly open?: (heading: string, names: WholeNames) => ColumnReader<T>;
  /** Fields combined in a cell of this column: `read` gives the text of each field. */
  readonly parts?: readonly (keyof T & string)[];
  /** The columns of `users` that this column fills for a new account. */
  readonly userColumns?: { readonly [C in UserText]?: (value: T) => string | null };
  /** Only holders of a special right may import such a column. Its cells are never shown anywhere. */
  readonly isConfidential?: boolean;
  /** The column in the template; absent if the template lacks this column. */
  readonly template?: {
    readonly sample: string;
    /** In characters. */
    readonly width: number;
    /** Formatted as text, to keep leading zeros. */
    readonly isText?: boolean;
    readonly hint?: Readonly<Record<Language, string>>;
  };
}

export function column<const F extends string, T>(given: ListColumn<F, T>): ListColumn<F, T> {
  return given;
}
