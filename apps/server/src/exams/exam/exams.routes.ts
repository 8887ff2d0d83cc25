import {
  announceExam,
  copyExam,
  createExamSpace,
  editExam,
  getExam,
  listClosedExams,
  previewNotice,
  reactivateExam,
  searchExams,
} from '@guichet/contract/exams/exams';
import { deactivateExam, listCandidates, listExams, unenrol } from '@guichet/contract/exams/exams.list';
import { getRemoval, putBackCandidates, takeOutCandidates } from '@guichet/contract/exams/places.removals';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as enrolments from '../enrolments/enrolments.service.ts';
import * as kept from '../enrolments/removals/removals.service.ts';
import * as lists from '../facts/facts.service.ts';
import * as exams from './exams.service.ts';
import * as removals from './removals.ts';

export function examsRoutes(serve: Serve, context: AppContext): void {
  serve(listExams, ({ query }, grant) => lists.listExams(context, grant, query));

  serve(searchExams, ({ query }, grant) => lists.searchExams(context, grant, query.search));

  serve(listCandidates, ({ params, query }, grant) =>
    enrolments.listCandidates(context, grant, params.examId, query),
  );

  serve(createExamSpace, ({ body }, grant) => exams.createExamSpace(context, grant, body));

  serve(getExam, ({ params }, grant) => lists.getExam(context.database.read, grant.systemId, params.examId));

  serve(editExam, ({ params, body }, grant) => exams.editExam(context, grant, params.examId, body));

  serve(announceExam, ({ params }, grant) => exams.announceExam(context, grant, params.examId));

  serve(copyExam, ({ params, body }, grant) => exams.copyExam(context, grant, params.examId, body));

  serve(listClosedExams, ({ query }, grant) => lists.listClosedExams(context, grant, query.state));

  serve(deactivateExam, ({ params, query }, grant) => exams.cancelExam(context, grant, params.examId, query));

  serve(unenrol, ({ params, query }, grant) =>
    removals.unenrol(context, grant, params.examId, params.learningPlatformId, query),
  );

  serve(getRemoval, ({ params }, grant) => kept.getRemoval(context, grant, params));

  serve(takeOutCandidates, ({ params, body }, grant) =>
    removals.takeOutCandidates(context, grant, params.examId, body),
  );

  serve(putBackCandidates, ({ params, body }, grant) =>
    removals.putBackCandidates(context, grant, params.examId, body),
  );

  serve(previewNotice, ({ params, query: { kind, ...notes } }, grant) =>
    exams.previewNotice(context, grant, params.examId, kind, notes),
  );

  serve(reactivateExam, ({ params, body }, grant) =>
    exams.reactivateExam(context, grant, params.examId, body),
  );
}
