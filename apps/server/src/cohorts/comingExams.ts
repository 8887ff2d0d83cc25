import type { TenantScope } from '../platform/database/rowSecurity/rowSecurity.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { countCandidates, selectComingExams } from './comingExams.queries.ts';

/**
 * The exams to come of each system: how many, of how many the learning platform refused something, and the first `most` with
 * their candidates. These alone are counted, since all exams to come may have a hundred thousand.
 */
export async function listComingExams({ database, clock }: AppContext, systemIds: TenantScope, most: number) {
  const exams = await selectComingExams(database.read, systemIds, clock.today());
  const bySystem = Map.groupBy(exams, ({ systemId }) => systemId);
  const next = [...bySystem.values()].flatMap((own) => own.slice(0, most));
  const counts = await countCandidates(
    database.read,
    next.map(({ cohortId }) => cohortId),
  );
  const countOf = new Map(counts.map(({ cohortId, ...count }) => [cohortId, count]));
  return {
    of(systemId: number) {
      const own = bySystem.get(systemId) ?? [];
      return {
        comingExams: own.length,
        examsFailedOnPlatform: own.filter(({ isFailed }) => isFailed).length,
        nextExams: own.slice(0, most).map(({ cohortId, title, date }) => {
          const { candidates, notSignedIn } = countOf.get(cohortId) ?? { candidates: 0, notSignedIn: 0 };
          return { cohortId, title, date, candidates, notSignedIn };
        }),
      };
    },
  };
}
