import { deactivateCohort, unenrol } from '@guichet/contract/exams/cohorts';
import { putBackCandidates, takeOutCandidates } from '@guichet/contract/exams/cohorts.removals';
import {
  announceExam,
  copyExam,
  createExamSpace,
  editExam,
  getExam,
  listClosedExams,
  previewNotice,
  reactivateExam,
} from '@guichet/contract/exams/exams';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as lists from '../cohorts/cohorts.service.ts';
import * as exams from './exams.service.ts';
import * as removals from './removals.ts';

export function examsRoutes(serve: Serve, context: AppContext): void {
  serve(createExamSpace, ({ body }, grant) => exams.createExamSpace(context, grant, body));

  serve(getExam, ({ params }, grant) =>
    lists.getExam(context.database.read, grant.systemId, params.cohortId),
  );

  serve(editExam, ({ params, body }, grant) => exams.editExam(context, grant, params.cohortId, body));

  serve(announceExam, ({ params }, grant) => exams.announceExam(context, grant, params.cohortId));

  serve(copyExam, ({ params, body }, grant) => exams.copyExam(context, grant, params.cohortId, body));

  serve(listClosedExams, ({ query }, grant) => lists.listClosedCohorts(context, grant, query.state));

  serve(deactivateCohort, ({ params, query }, grant) =>
    exams.cancelExam(context, grant, params.cohortId, query),
  );

  serve(unenrol, ({ params, query }, grant) =>
    removals.unenrol(context, grant, params.cohortId, params.learningPlatformId, query),
  );

  serve(takeOutCandidates, ({ params, body }, grant) =>
    removals.takeOutCandidates(context, grant, params.cohortId, body),
  );

  serve(putBackCandidates, ({ params, body }, grant) =>
    removals.putBackCandidates(context, grant, params.cohortId, body),
  );

  serve(previewNotice, ({ params, query: { kind, ...notes } }, grant) =>
    exams.previewNotice(context, grant, params.cohortId, kind, notes),
  );

  serve(reactivateExam, ({ params, body }, grant) =>
    exams.reactivateExam(context, grant, params.cohortId, body),
  );
}
