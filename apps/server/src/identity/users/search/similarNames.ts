import { searchWords } from '@guichet/contract/core/fold';
import { fullNameOf } from '@guichet/contract/core/fullName';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { Database } from '../../../core/database/database.ts';
import type { SystemsGrant } from '../../../core/http/grant.ts';
import { openSemaphore } from '../../../core/runtime/concurrency/semaphore.ts';
import type { TenantScope } from '../rights/userRights.ts';
import { type SimilarName, selectLastId, selectSimilarNames } from './similarNames.queries.ts';

const mostNames = 5;
/** The words and characters of a search that are compared: as many as the longest names have. */
const mostWords = 6;
const mostLength = 60;
/** The ids per statement of the embedded database, where other statements wait some tens of milliseconds for it. */
const peopleAtOnce = 250;

/** One comparison at a time: it costs more than any other search, and only helps. */
const acquireTurn = openSemaphore(1, 16);

/**
 * Names written almost like these words, such as « Tremblay » for « Trembley ». None for a number, since a
 * similar number is another person's. Ends when `gone` aborts.
 * @throws AppError `busy` when many requests wait
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

/** The nearest names of both lists, each once, in the order of the statement. */
function merge(some: readonly SimilarName[], more: readonly SimilarName[]): readonly SimilarName[] {
  if (more.length === 0) return some;
  const keyOf = (name: SimilarName) => `${name.lastName} ${name.firstName}`.toLowerCase();
  const nearestFirst = [...some, ...more].sort(
    (one, other) => other.similarity - one.similarity || (keyOf(one) < keyOf(other) ? -1 : 1),
  );
  const byKey = Map.groupBy(nearestFirst, keyOf);
  return [...byKey.values()].flatMap(([nearest]) => nearest ?? []).slice(0, mostNames);
}
