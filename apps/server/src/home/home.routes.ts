import { listSystemWork } from '@guichet/contract/home';
import type { Serve } from '../platform/http/serve.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import * as home from './home.service.ts';

export function homeRoutes(serve: Serve, context: AppContext): void {
  serve(listSystemWork, (_request, grant) => home.listSystemWork(context, grant));
}
