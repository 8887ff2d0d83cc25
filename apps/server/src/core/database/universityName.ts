import type { Language } from '@guichet/contract/core/language';
import type { Clock } from '../runtime/clock.ts';
import { withDeadline } from '../runtime/concurrency/deadline.ts';
import type { Config } from '../runtime/config.ts';
import type { Database, ReadDb } from './database.ts';

export type UniversityName = Readonly<Record<Language, string>>;

/** How long a process trusts the stored name, and how long a reader waits for a fresh name. */
const keptMilliseconds = 1000;
const timeoutMilliseconds = 500;

interface Portal {
  readonly config: Pick<Config, 'universityName'>;
  readonly database: Database;
  readonly clock: Clock;
}

interface Kept {
  name: UniversityName | null;
  readAt: number;
  reading: Promise<void> | null;
}
const keptOf = new WeakMap<Database, Kept>();

/**
 * The university's name as written in the portal, else as in the settings. A change by another process counts
 * after a second; while the database does not answer, the last known name counts.
 */
export async function findUniversityName({ config, database, clock }: Portal): Promise<UniversityName> {
  const kept = keptOf.get(database) ?? { name: null, readAt: Number.NEGATIVE_INFINITY, reading: null };
  keptOf.set(database, kept);
  if (Math.abs(clock.now().getTime() - kept.readAt) >= keptMilliseconds) {
    kept.reading ??= refresh(kept, database, clock);
    await withDeadline(timeoutMilliseconds, kept.reading, () => undefined);
  }
  return kept.name ?? config.universityName;
}

/** The same inside a transaction, through its own connection. */
export async function findUniversityNameIn(
  { config }: Pick<Portal, 'config'>,
  db: ReadDb,
): Promise<UniversityName> {
  return (await selectName(db)) ?? config.universityName;
}

/** Call after a change in this process: the next call reads the name again. */
export function forgetUniversityName(database: Database): void {
  keptOf.delete(database);
}

async function refresh(kept: Kept, database: Database, clock: Clock): Promise<void> {
  try {
    const name = await selectName(database.read);
    if (name?.fr !== kept.name?.fr || name?.en !== kept.name?.en) kept.name = name;
    kept.readAt = clock.now().getTime();
  } catch {
    // The requested page itself reports a failing database.
  } finally {
    kept.reading = null;
  }
}

async function selectName(db: ReadDb): Promise<UniversityName | null> {
  const found = await db
    .selectFrom('university')
    .select(['name_fr as fr', 'name_en as en'])
    .executeTakeFirst();
  return found ?? null;
}
