/** The database cannot be used and the operator can fix it. The message is one line. */
export class DatabaseRefusal extends Error {
  override readonly name: string = 'DatabaseRefusal';
}

/** Another process has the embedded database. */
export class DatabaseInUse extends DatabaseRefusal {}

/** The log of the database; messages are one line for the operator. */
export interface DatabaseLog {
  error(message: string): void;
  /** Needs no action. */
  warn?(message: string): void;
}
