import { attestCandidates, setPresence } from '@guichet/contract/exams/results';
import {
  confirmAccount,
  getExtraTime,
  listExtraTimes,
  listExtraTimeTroubles,
  setExtraTime,
  setExtraTimesAgain,
} from '@guichet/contract/exams/results.extraTime';
import { attestByGrades, getGrades, readGrades, setResults } from '@guichet/contract/exams/results.grades';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import { openPlatformGrades } from '../../learning/grades.service.ts';
import * as extraTimes from '../enrolments/extraTimes/extraTimes.service.ts';
import * as attestation from './attestation.service.ts';
import * as grades from './grades/grades.service.ts';

export function resultsRoutes(serve: Serve, context: AppContext): void {
  const platformGrades = openPlatformGrades(context);

  serve(attestCandidates, ({ params, body }, grant) =>
    attestation.attestCandidates(context, grant, params.examId, body),
  );

  serve(setPresence, ({ params, body, arrived }, grant) =>
    attestation.setPresence(context, grant, params, body, arrived),
  );

  serve(setResults, ({ params, body }, grant) => attestation.setResults(context, grant, params.examId, body));

  serve(getExtraTime, ({ params }, grant) => extraTimes.getExtraTime(context, grant, params));

  serve(confirmAccount, ({ params, body }, grant) =>
    extraTimes.confirmAccount(context, grant, params, body.until),
  );

  serve(setExtraTime, ({ params, body }, grant) =>
    extraTimes.setExtraTime(context, grant, params, body.extraTime),
  );

  serve(listExtraTimes, ({ params, query }, grant) =>
    extraTimes.listExtraTimes(context, grant, params.examId, query),
  );

  serve(listExtraTimeTroubles, (_request, grant) => extraTimes.listExtraTimeTroubles(context, grant));

  serve(setExtraTimesAgain, ({ params }, grant) =>
    extraTimes.setExtraTimesAgain(context, grant, params.examId),
  );

  serve(getGrades, ({ params }, grant) => grades.getGrades(context, platformGrades, grant, params.examId));

  serve(readGrades, ({ params, body }, grant) =>
    grades.readGrades(context, platformGrades, grant, params.examId, body.passPercent),
  );

  serve(attestByGrades, ({ params, body }, grant) =>
    grades.attestByGrades(context, grant, params.examId, body),
  );
}
