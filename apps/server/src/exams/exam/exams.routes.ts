import {
  cancelExam,
  cancelWithNote,
  copyExam,
  createExamSpace,
  editExam,
  getExam,
  reactivateExam,
} from '@guichet/contract/exams/exams';
import { listClosedExams, listExams, searchExams } from '@guichet/contract/exams/exams.list';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as facts from '../facts/facts.service.ts';
import * as exams from './exams.service.ts';

export function examsRoutes(serve: Serve, context: AppContext): void {
  const { fromReplica } = context.database;

  serve(listExams, ({ query }, grant) => fromReplica(() => facts.listExams(context, grant, query)));

  serve(listClosedExams, ({ query }, grant) => facts.listClosedExams(context, grant, query.state));

  serve(searchExams, ({ query }, grant) =>
    fromReplica(() => facts.searchExams(context, grant, query.search)),
  );

  serve(createExamSpace, ({ body }, grant) => exams.createExamSpace(context, grant, body));

  serve(getExam, ({ params }) => facts.describeExam(context.database.read, params));

  serve(editExam, ({ params, body }, grant) => exams.editExam(context, grant, params.examId, body));

  serve(copyExam, ({ params, body }, grant) => exams.copyExam(context, grant, params.examId, body));

  serve(cancelExam, ({ params, query, body }, grant) =>
    exams.cancelExam(context, grant, params.examId, { ...query, ...body }),
  );
  serve(cancelWithNote, ({ params, body }, grant) =>
    exams.cancelExam(context, grant, params.examId, { sendEmail: true, ...body }),
  );

  serve(reactivateExam, ({ params, body }, grant) =>
    exams.reactivateExam(context, grant, params.examId, body),
  );
}
