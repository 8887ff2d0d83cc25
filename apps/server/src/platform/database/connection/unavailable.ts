/**
 * Why the database cannot do what it is asked now:
 * - `away`: it is down, restarting or does not answer; nothing of the transaction has been kept.
 * - `busy`: it answers, but the time for this was over, or somebody else was in the way; nothing has been kept either.
 * - `full`: its disk has no room left.
 * - `outcomeUnknown`: it went away while it committed, and nobody can say yet whether it had.
 */
export type Unavailability = 'away' | 'busy' | 'full' | 'outcomeUnknown';

/** Nobody's bug: the same call may succeed later. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly kind: Unavailability;

  constructor(kind: Unavailability, cause?: unknown) {
    super(`the database is unavailable (${kind})`, { cause });
    this.kind = kind;
  }
}

/** The same error, met once something had been committed: what it says of that would not be true. */
export function afterCommit(error: unknown): unknown {
  return error instanceof DatabaseUnavailable ? new DatabaseUnavailable('outcomeUnknown', error) : error;
}

/** SQLSTATE, whole or its class, https://www.postgresql.org/docs/current/errcodes-appendix.html */
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

/** What the client says in words only. */
const words: readonly (readonly [RegExp, Unavailability])[] = [
  [/^timeout exceeded when trying to connect$/, 'busy'],
  [/^Connection terminated|^timeout expired$|is not queryable$|^Cannot use a pool after calling end/, 'away'],
];

const networkCalls = ['connect', 'read', 'write', 'getaddrinfo'];

/** The same error, told apart where it means that the database is unavailable. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const kind = kindOf(error);
  return kind ? new DatabaseUnavailable(kind, error) : error;
}

function kindOf(error: Error): Unavailability | null {
  // A name with several addresses fails once for each.
  const first = error instanceof AggregateError ? (error.errors[0] as Error) : error;
  const { code = '', syscall = '', message } = first as NodeJS.ErrnoException;
  if (networkCalls.includes(syscall)) return 'away';
  const found =
    states.find(([pattern]) => pattern.test(code)) ?? words.find(([pattern]) => pattern.test(message));
  return found?.[1] ?? null;
}
