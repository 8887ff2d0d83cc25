import type { AppContext } from '../../../core/context/appContext.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { countClashing, selectNextExams } from './comingExams.queries.ts';

/** The coming exams of each system: their counts, and the first `most` exams with their candidates. */
export async function listComingExams(context: AppContext, systemIds: TenantScope, most: number) {
  const today = context.clock.today();
  const { read, within } = context.database;
  const [exams, clashing] = await Promise.all([
    selectNextExams(read, systemIds, today, most),
    // The other exam may be in any system, which only a reader of all systems sees.
    within('all', () => countClashing(read, systemIds, today)),
  ]);
  const bySystem = Map.groupBy(exams, ({ systemId }) => systemId);
  return {
    of(systemId: number) {
      const own = bySystem.get(systemId) ?? [];
      return {
        comingExams: own[0]?.comingExams ?? 0,
        examsFailedOnPlatform: own[0]?.examsFailedOnPlatform ?? 0,
        examsDrifted: own[0]?.examsDrifted ?? 0,
        examsShut: own[0]?.examsShut ?? 0,
        examsRepaired: own[0]?.examsRepaired ?? 0,
        rowsRepaired: own[0]?.rowsRepaired ?? 0,
        examsInOneLanguage: own[0]?.examsInOneLanguage ?? 0,
        titlesInOneLanguage: own[0]?.titlesInOneLanguage ?? [],
        examsIncomplete: own[0]?.examsIncomplete ?? 0,
        examsUntold: own[0]?.examsUntold ?? 0,
        examsClashing: clashing.get(systemId) ?? 0,
        examsNotSignedIn: own[0]?.examsNotSignedIn ?? 0,
        nextExams: own.map(({ examId, title, titleEn, date, candidates, notSignedIn, ...exam }) => ({
          examId,
          title,
          titleEn,
          date,
          candidates,
          notSignedIn,
          startTime: exam.startTime,
          endTime: exam.endTime,
          placeFr: exam.placeFr,
          placeEn: exam.placeEn,
        })),
      };
    },
  };
}
