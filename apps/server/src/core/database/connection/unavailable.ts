import type { ErrorCode } from '@guichet/contract/core/errors';

/**
 * Why the database is unavailable:
 * - `away`: down, restarting or not answering; the transaction was not committed.
 * - `busy`: it answers, but a timeout, lock or deadlock ended the call; the transaction was not committed.
 * - `full`: its disk is full.
 * - `outcomeUnknown`: the connection was lost during commit, and the outcome could not be determined.
 */
export type Unavailability = 'away' | 'busy' | 'full' | 'outcomeUnknown';

/** Error code and Retry-After in seconds for each kind of unavailability. */
export const unavailable: Record<Unavailability, readonly [ErrorCode, string?]> = {
  away: ['database.unavailable', '2'],
  busy: ['busy', '5'],
  full: ['database.full'],
  outcomeUnknown: ['database.outcomeUnknown'],
};

/** Not a bug: a later call may succeed. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly kind: Unavailability;

  constructor(kind: Unavailability, cause?: unknown) {
    const because = cause instanceof Error && cause.message ? `: ${cause.message}` : '';
    super(`the database is unavailable (${kind})${because}`, { cause });
    this.kind = kind;
  }
}

/** Turns an error after a commit into `outcomeUnknown`: any other kind would say that nothing was saved. */
export function afterCommit(error: unknown): unknown {
  return error instanceof DatabaseUnavailable ? new DatabaseUnavailable('outcomeUnknown', error) : error;
}

/** SQLSTATE codes or classes, https://www.postgresql.org/docs/current/errcodes-appendix.html */
const states: readonly (readonly [RegExp, Unavailability])[] = [
  [/^08/, 'away'],
  [/^57P0[1-35]$/, 'away'],
  // A standby that has not been promoted yet.
  [/^25006$/, 'away'],
  [/^58030$/, 'away'],
  [/^53100$/, 'full'],
  [/^53[23]00$/, 'busy'],
  // Statement and lock timeouts, deadlocks.
  [/^(57014|55P03|40P01|40001)$/, 'busy'],
];

/** Client errors without a code, recognised by message. */
const words: readonly (readonly [RegExp, Unavailability])[] = [
  [/^timeout exceeded when trying to connect$/, 'busy'],
  [/^Connection terminated|^timeout expired$|is not queryable$|^Cannot use a pool after calling end/, 'away'],
];

/** The level of a log line about an error: the watch of the server has said already that the database is away. */
export function findLevel(error: unknown): 'debug' | 'error' {
  return isAway(error) ? 'debug' : 'error';
}

export function isAway(thrown: unknown): boolean {
  const error = asUnavailable(thrown);
  return error instanceof DatabaseUnavailable && error.kind === 'away';
}

const networkCalls = ['connect', 'read', 'write', 'getaddrinfo'];

/** Turns errors of an unavailable database into DatabaseUnavailable; returns other errors unchanged. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const kind = kindOf(error);
  return kind ? new DatabaseUnavailable(kind, error) : error;
}

function kindOf(error: Error): Unavailability | null {
  // A host name with several addresses yields an error for each.
  const first = error instanceof AggregateError ? (error.errors[0] as Error) : error;
  const { code = '', syscall = '', message } = first as NodeJS.ErrnoException;
  if (networkCalls.includes(syscall)) return 'away';
  const found =
    states.find(([pattern]) => pattern.test(code)) ?? words.find(([pattern]) => pattern.test(message));
  return found?.[1] ?? null;
}
