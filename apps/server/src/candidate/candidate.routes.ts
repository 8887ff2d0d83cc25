import { listOwnExams } from '@guichet/contract/candidate';
import type { Serve } from '../platform/http/serve.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import * as candidate from './candidate.service.ts';

export function candidateRoutes(serve: Serve, context: AppContext): void {
  serve(listOwnExams, (_request, grant) => candidate.listOwnExams(context, grant));
}
