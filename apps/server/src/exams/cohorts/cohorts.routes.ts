import { attestCandidates, listCandidates, listCohorts } from '@guichet/contract/exams/cohorts';
import {
  confirmAccount,
  getExtraTime,
  listExtraTimes,
  listExtraTimeTroubles,
  setExtraTime,
  setExtraTimesAgain,
} from '@guichet/contract/exams/cohorts.extraTime';
import { attestByGrades, getGrades, readGrades, setResults } from '@guichet/contract/exams/cohorts.grades';
import { getRemoval } from '@guichet/contract/exams/cohorts.removals';
import { searchExams } from '@guichet/contract/exams/exams';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import { openPlatformGrades } from '../../learning/grades.service.ts';
import * as attestation from './attestation.service.ts';
import * as cohorts from './cohorts.service.ts';
import * as extraTimes from './extraTimes/extraTimes.service.ts';
import * as grades from './grades/grades.service.ts';
import * as removal from './removals/getRemoval.ts';
import * as search from './search/search.ts';

export function cohortsRoutes(serve: Serve, context: AppContext): void {
  const platformGrades = openPlatformGrades(context);

  serve(listCohorts, ({ query }, grant) => cohorts.listCohorts(context, grant, query));

  serve(searchExams, ({ query }, grant) => search.searchExams(context, grant, query.search));

  serve(listCandidates, ({ params, query }, grant) =>
    cohorts.listCandidates(context, grant, params.cohortId, query),
  );

  serve(attestCandidates, ({ params, body }, grant) =>
    attestation.attestCandidates(context, grant, params.cohortId, body),
  );

  serve(setResults, ({ params, body }, grant) =>
    attestation.setResults(context, grant, params.cohortId, body),
  );

  serve(getExtraTime, ({ params }, grant) => extraTimes.getExtraTime(context, grant, params));

  serve(confirmAccount, ({ params, body }, grant) =>
    extraTimes.confirmAccount(context, grant, params, body.until),
  );

  serve(setExtraTime, ({ params, body }, grant) =>
    extraTimes.setExtraTime(context, grant, params, body.extraTime),
  );

  serve(listExtraTimes, ({ params, query }, grant) =>
    extraTimes.listExtraTimes(context, grant, params.cohortId, query),
  );

  serve(listExtraTimeTroubles, (_request, grant) => extraTimes.listExtraTimeTroubles(context, grant));

  serve(setExtraTimesAgain, ({ params }, grant) =>
    extraTimes.setExtraTimesAgain(context, grant, params.cohortId),
  );

  serve(getGrades, ({ params }, grant) => grades.getGrades(context, platformGrades, grant, params.cohortId));

  serve(readGrades, ({ params, body }, grant) =>
    grades.readGrades(context, platformGrades, grant, params.cohortId, body.passPercent),
  );

  serve(attestByGrades, ({ params, body }, grant) =>
    grades.attestByGrades(context, grant, params.cohortId, body),
  );

  serve(getRemoval, ({ params }, grant) => removal.getRemoval(context, grant, params));
}
