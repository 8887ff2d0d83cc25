import { createExamSpace, getExam } from '@guichet/contract/exams';
import { getExam as findExam } from '../cohorts/cohorts.service.ts';
import type { Serve } from '../platform/http/serve.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import * as exams from './exams.service.ts';

export function examsRoutes(serve: Serve, context: AppContext): void {
  serve(createExamSpace, ({ body }, grant) => exams.createExamSpace(context, grant, body));

  serve(getExam, ({ params }, grant) => findExam(context.database.read, grant.systemId, params.cohortId));
}
