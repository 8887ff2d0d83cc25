import { listSystemWork } from '@guichet/contract/overview/home';
import {
  closeSetup,
  listOpenSteps,
  tryLearningPlatform,
  tryMailServer,
} from '@guichet/contract/overview/home.setup';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as home from './home.service.ts';
import * as setup from './setup/setup.ts';
import * as platform from './setup/tryLearningPlatform.ts';
import * as mail from './setup/tryMailServer.ts';

export function homeRoutes(serve: Serve, context: AppContext): void {
  serve(listSystemWork, (_request, grant) => home.listSystemWork(context, grant));

  serve(listOpenSteps, () => setup.listOpenSteps(context));

  serve(tryMailServer, ({ language }, grant) => mail.tryMailServer(context, grant, language));

  serve(tryLearningPlatform, (_request, grant) => platform.tryLearningPlatform(context, grant));

  serve(closeSetup, (_request, grant) => setup.closeSetup(context, grant));
}
