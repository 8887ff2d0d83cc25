import { createExamSpace } from '@guichet/contract/exams';
import type { AppContext } from '../platform/appContext.ts';
import type { Serve } from '../platform/serve.ts';
import * as exams from './exams.service.ts';

export function examsRoutes(serve: Serve, context: AppContext): void {
  serve(createExamSpace, ({ body }, grant) => exams.createExamSpace(context, grant, body));
}
