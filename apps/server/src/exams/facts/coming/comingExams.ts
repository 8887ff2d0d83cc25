import type { LocalMoment } from '@guichet/contract/exams/exams.end';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { countClashing, noExams, selectNextExams } from './comingExams.queries.ts';

/** The coming exams of each system: their counts, and the first `most` exams with their candidates. */
export async function listComingExams(
  context: Pick<AppContext, 'database'>,
  systemIds: TenantScope,
  now: LocalMoment,
  most: number,
) {
  const { read, within } = context.database;
  const [exams, clashing] = await Promise.all([
    selectNextExams(read, systemIds, now, most),
    // The other exam may be in any system, which only a reader of all systems sees.
    within('all', () => countClashing(read, systemIds, now.day)),
  ]);
  const bySystem = Map.groupBy(exams, ({ systemId }) => systemId);
  return {
    of(systemId: number) {
      const own = bySystem.get(systemId) ?? [];
      return {
        ...noExams,
        ...own[0],
        titlesInOneLanguage: own[0]?.titlesInOneLanguage ?? [],
        examsClashing: clashing.get(systemId) ?? 0,
        nextExams: own.flatMap(({ examId, ...exam }) => (examId === null ? [] : { ...exam, examId })),
      };
    },
  };
}
