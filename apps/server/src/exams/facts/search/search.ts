import { searchWords } from '@guichet/contract/core/fold';
import type { FoundExam } from '@guichet/contract/exams/exams.list';
import type { AppContext, SystemsGrant } from '../../../core/context/appContext.ts';
import { selectFoundExams } from './search.queries.ts';

/** The exams of the grant's systems that have all words of a search. */
export async function searchExams(
  { database, clock }: AppContext,
  { systemIds }: SystemsGrant,
  search: string,
): Promise<FoundExam[]> {
  const words = searchWords(search);
  const found = await selectFoundExams(database.read, systemIds, { words, today: clock.today() });
  return found.map(({ fr, en, ...exam }) => ({ ...exam, title: { fr, en } }));
}
