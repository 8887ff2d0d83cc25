import type { ReplyOf } from '@guichet/contract/core/endpoint';
import { searchWords } from '@guichet/contract/core/fold';
import { joinNames } from '@guichet/contract/core/fullName';
import { readBeginning, slipsBetween } from '@guichet/contract/core/misspelt';
import type { listSimilarNames as endpoint } from '@guichet/contract/identity/users.search';
import type { AppContext, SystemsGrant } from '../../../core/context/appContext.ts';
import type { Database } from '../../../core/database/database.ts';
import { openSemaphore } from '../../../core/runtime/concurrency/semaphore.ts';
import type { TenantScope } from '../rights/userRights.ts';
import * as queries from './similarNames.queries.ts';

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
): Promise<ReplyOf<typeof endpoint>> {
  const words = searchWords(search).slice(0, mostWords).join(' ').slice(0, mostLength);
  const release = await acquireTurn(gone);
  try {
    const wanted = { words, limit: mostNames, today: clock.today() };
    const similar = await nearest(database, gone, (range) =>
      queries.selectSimilarNames(database.read, systemIds, wanted, range),
    );
    const found = similar.length > 0 ? similar : await findMisspelt(database, systemIds, words, gone);
    return found.map(({ person, ...name }) => ({
      name: joinNames(name).trim(),
      person: person && { id: person.id, fullName: joinNames(person), email: person.email },
    }));
  } finally {
    release();
  }
}

/** Names within a few slips of the words, which share fewer triples of letters: « Whitfeild » for « whitefield ». */
async function findMisspelt(database: Database, tenantScope: TenantScope, words: string, gone: AbortSignal) {
  const beginning = readBeginning(words);
  if (beginning === null) return [];
  return nearest(database, gone, async (range) => {
    const people = await queries.selectNamesLikeBeginning(database.read, tenantScope, beginning, range);
    const near = people.flatMap((person) => {
      const slips = slipsBetween(words, joinNames(person));
      return slips === null ? [] : [{ ...person, similarity: -slips, person }];
    });
    return merge(near, []);
  });
}

/** The nearest of all accounts; range by range in the embedded database, which else would wait for them. */
async function nearest(
  { kind, read }: Database,
  gone: AbortSignal,
  select: (range: queries.IdRange | null) => Promise<readonly queries.SimilarName[]>,
): Promise<readonly queries.SimilarName[]> {
  if (kind === 'postgres') return select(null);
  const lastId = await queries.selectLastId(read);
  let found: readonly queries.SimilarName[] = [];
  for (let first = 1; first <= lastId && !gone.aborted; first += peopleAtOnce)
    found = merge(found, await select({ first, last: first + peopleAtOnce - 1 }));
  return found;
}

/** The nearest names of both lists, each once, in the order of the statement. */
function merge(
  some: readonly queries.SimilarName[],
  more: readonly queries.SimilarName[],
): readonly queries.SimilarName[] {
  const keyOf = (name: queries.SimilarName) => `${name.lastName} ${name.firstName}`.toLowerCase();
  const nearestFirst = [...some, ...more].sort(
    (one, other) => other.similarity - one.similarity || (keyOf(one) < keyOf(other) ? -1 : 1),
  );
  const byKey = Map.groupBy(nearestFirst, keyOf);
  return [...byKey.values()]
    .flatMap(([first, ...others]) => (first ? [others.length > 0 ? { ...first, person: null } : first] : []))
    .slice(0, mostNames);
}
