/**
 * A backup is gzipped text, one JSON value per line: a header; for each table a line that names it, then its rows; the
 * identity sequences; files; and last the SHA-256 of all lines before. Values are in PostgreSQL's text format, so a
 * backup fits the server and the embedded database alike.
 */

export const formatVersion = 1;

export interface Header {
  readonly guichet: 'backup';
  readonly format: number;
  readonly madeAt: string;
  /** Migrations applied when the backup was made: they define the tables of the rows. */
  readonly migrations: readonly string[];
  readonly key: {
    /** Fingerprint of the master key that tokens and encrypted secrets in the rows depend on, in hexadecimal. */
    readonly fingerprint: string;
    /** The key itself where it is kept in DATA_DIR; null where SECRET_KEY holds it. */
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
  /** Hash of all lines before this one, as written. */
  readonly sha256: string;
}

export type BodyLine = TableLine | RowLine | CounterLine | FileLine;

/** A backup cannot be made or used; the message is one line for the operator. */
export class BackupRefusal extends Error {
  override readonly name = 'BackupRefusal';
}
