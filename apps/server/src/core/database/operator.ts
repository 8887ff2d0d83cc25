/** The database cannot be used, but the operator can fix the cause. The message is a single line. */
export class DatabaseRefusal extends Error {
  override readonly name: string = 'DatabaseRefusal';
}

/** Another process has the embedded database. */
export class DatabaseInUse extends DatabaseRefusal {}

/** The log of the database; each message is a single line for the operator. */
export interface DatabaseLog {
  error(message: string): void;
  /** For messages that need no action. */
  warn?(message: string): void;
}
