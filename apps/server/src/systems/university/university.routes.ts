import { getUniversity, saveUniversity } from '@guichet/contract/systems/university';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as university from './university.service.ts';

export function universityRoutes(serve: Serve, context: AppContext): void {
  serve(getUniversity, () => university.getUniversity(context));

  serve(saveUniversity, ({ body }, grant) => university.saveUniversity(context, grant, body));
}
