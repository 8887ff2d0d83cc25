/**
 * A backup is one gzipped text of lines, each of them JSON: a header, then for each table a line that names it and its
 * rows, the counters of identities, files, and at the end the fingerprint of all that came before. It belongs to neither
 * of the two databases: values are texts as PostgreSQL writes them.
 */

export const formatVersion = 1;

export interface Header {
  readonly guichet: 'backup';
  readonly format: number;
  readonly madeAt: string;
  /** What had been migrated: the rows fit these tables. */
  readonly migrations: readonly string[];
  readonly key: {
    /** Of the key that links and sealed secrets in the rows are made with, in hexadecimal. */
    readonly fingerprint: string;
    /** The key itself, where it is kept in DATA_DIR; null where the setting SECRET_KEY holds it. */
    readonly secret: string | null;
  };
}

export interface TableLine {
  readonly table: string;
  readonly columns: readonly string[];
}
/** The values of one row, in the order of the columns. */
export type RowLine = readonly (string | null)[];
export interface CounterLine {
  readonly counterOf: { readonly table: string; readonly column: string };
  readonly last: string;
  readonly isCalled: boolean;
}
/** A file of DATA_DIR, in base64. */
export interface FileLine {
  readonly file: string;
  readonly bytes: string;
}
export interface EndLine {
  readonly end: true;
  /** Of all lines before this one, as they stand in the text. */
  readonly sha256: string;
}

export type BodyLine = TableLine | RowLine | CounterLine | FileLine;

/** What the file cannot be used for, in one line for the operator. */
export class BackupRefusal extends Error {
  override readonly name = 'BackupRefusal';
}
