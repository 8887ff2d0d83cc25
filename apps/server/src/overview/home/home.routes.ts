import { listSystemWork } from '@guichet/contract/overview/home';
import {
  closeSetup,
  confirmBackup,
  listOpenSteps,
  tryLearningPlatform,
  tryMailServer,
} from '@guichet/contract/overview/home.setup';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as home from './home.service.ts';
import * as setup from './setup/setup.ts';
import * as trials from './setup/trials.ts';

export function homeRoutes(serve: Serve, context: AppContext): void {
  serve(listSystemWork, (_request, grant) => home.listSystemWork(context, grant));

  serve(listOpenSteps, () => setup.listOpenSteps(context));

  serve(tryMailServer, ({ language }, grant) => trials.tryMailServer(context, grant, language));

  serve(tryLearningPlatform, (_request, grant) => trials.tryLearningPlatform(context, grant));

  serve(confirmBackup, ({ body }, grant) => setup.confirmBackup(context, grant, body.restoredOn));

  serve(closeSetup, (_request, grant) => setup.closeSetup(context, grant));
}
