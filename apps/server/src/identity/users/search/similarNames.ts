import { searchWords } from '@guichet/contract/core/fold';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { Database } from '../../../core/database/database.ts';
import type { SystemsGrant } from '../../../core/http/grant.ts';
import { openSemaphore } from '../../../core/runtime/concurrency/semaphore.ts';
import { fullNameOf } from '../people.ts';
import type { TenantScope } from '../rights/userRights.ts';
import { type SimilarName, selectLastId, selectSimilarNames } from './similarNames.queries.ts';

const mostNames = 5;
/** Of a search, as many words and characters as the longest names have. */
const mostWords = 6;
const mostLength = 60;
/** Compared by one statement of the embedded database, which runs one at a time: others wait for some tens of milliseconds. */
const peopleAtOnce = 250;

/** Comparing costs more than any other search, and is an aid only. */
const acquireTurn = openSemaphore(1, 16);

/**
 * Names written almost like these words: « Tremblay » for « Trembley »; none like a number, since any other one is another
 * person's. Ends when `gone` aborts.
 * @throws AppError `busy` when many wait
 */
export async function listSimilarNames(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { systemIds }: SystemsGrant,
  search: string,
  gone: AbortSignal,
): Promise<string[]> {
  const words = searchWords(search).slice(0, mostWords).join(' ').slice(0, mostLength);
  if (!/\p{L}/u.test(words)) return [];
  const release = await acquireTurn(gone);
  try {
    const people = await findSimilar(
      database,
      systemIds,
      { words, limit: mostNames, today: clock.today() },
      gone,
    );
    return people.map((person) => fullNameOf(person).trim());
  } finally {
    release();
  }
}

async function findSimilar(
  { kind, read }: Database,
  tenantScope: TenantScope,
  wanted: Parameters<typeof selectSimilarNames>[2],
  gone: AbortSignal,
): Promise<readonly SimilarName[]> {
  if (kind === 'postgres') return selectSimilarNames(read, tenantScope, wanted);
  const lastId = await selectLastId(read);
  let nearest: readonly SimilarName[] = [];
  for (let first = 1; first <= lastId && !gone.aborted; first += peopleAtOnce) {
    const range = { first, last: first + peopleAtOnce - 1 };
    nearest = merge(nearest, await selectSimilarNames(read, tenantScope, wanted, range));
  }
  return nearest;
}

/** The nearest of both, each once, as one statement would order them. */
function merge(some: readonly SimilarName[], more: readonly SimilarName[]): readonly SimilarName[] {
  if (more.length === 0) return some;
  const keyOf = (name: SimilarName) => `${name.lastName} ${name.firstName}`.toLowerCase();
  const nearestFirst = [...some, ...more].sort(
    (one, other) => other.similarity - one.similarity || (keyOf(one) < keyOf(other) ? -1 : 1),
  );
  const byKey = Map.groupBy(nearestFirst, keyOf);
  return [...byKey.values()].flatMap(([nearest]) => nearest ?? []).slice(0, mostNames);
}
