import { createExamSpace } from '@guichet/contract/exams';
import type { Serve } from '../platform/http/serve.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import * as exams from './exams.service.ts';

export function examsRoutes(serve: Serve, context: AppContext): void {
  serve(createExamSpace, ({ body }, grant) => exams.createExamSpace(context, grant, body));
}
