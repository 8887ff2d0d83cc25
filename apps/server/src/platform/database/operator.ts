/** The database cannot be used, and the operator can do something about it. The message is one line for her. */
export class DatabaseRefusal extends Error {
  override readonly name: string = 'DatabaseRefusal';
}

/** Another process has the embedded database. */
export class DatabaseInUse extends DatabaseRefusal {}

/** Where the database says, in one line each, what its operator should know. */
export interface DatabaseLog {
  error(message: string): void;
  /** Nothing that has to be mended. */
  warn?(message: string): void;
}
