/**
 * A backup is gzipped text, one JSON value per line: a header; for each table a line with its name, then its
 * rows; the identity sequences; files; and last the SHA-256 of all earlier lines. Values are in PostgreSQL's
 * text format, so a backup fits both the server and the embedded database.
 */

export const formatVersion = 1;

export interface Header {
  readonly guichet: 'backup';
  readonly format: number;
  readonly madeAt: string;
  /** The migrations applied when the backup was made: the rows have the tables of this state. */
  readonly migrations: readonly string[];
  readonly key: {
    /** Fingerprint (hexadecimal) of the master key, on which tokens and encrypted secrets depend. */
    readonly fingerprint: string;
    /** The key itself if DATA_DIR keeps it; null if SECRET_KEY holds it. */
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
  /** The hash of all earlier lines, as written. */
  readonly sha256: string;
}

export type BodyLine = TableLine | RowLine | CounterLine | FileLine;

/** A backup cannot be made or used; the message is a single line for the operator. */
export class BackupRefusal extends Error {
  override readonly name = 'BackupRefusal';
}
