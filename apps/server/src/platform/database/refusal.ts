/** The database cannot be used, and the operator can do something about it. The message is one line for her. */
export class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal';
}
