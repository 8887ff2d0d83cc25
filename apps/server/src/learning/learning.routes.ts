import { findPlatformSignOut, redirectToPlatform } from '@guichet/contract/learning/learning';
import {
  joinAccounts,
  listAccountMatches,
  listPlatformAccounts,
  releaseAccount,
} from '@guichet/contract/learning/learning.accounts';
import { beginConsent, completeConsent } from '@guichet/contract/learning/learning.consents';
import { countDoubts, decideDoubt, listDoubts } from '@guichet/contract/learning/learning.doubts';
import { getDrift, readDrift, repairDrift } from '@guichet/contract/learning/learning.drift';
import { getPlatformHealth, retryPlatform } from '@guichet/contract/learning/learning.health';
import {
  addPlatform,
  changePlatform,
  listPlatforms,
  listPlatformTroubles,
  moveSystem,
  previewMove,
  removePlatform,
  tryPlatform,
  tryPlatformWithCourse,
} from '@guichet/contract/learning/learning.platforms';
import type { AppContext } from '../core/context/appContext.ts';
import type { Serve } from '../core/http/serve.ts';
import * as consents from './consents/consents.ts';
import * as courses from './courses/courses.ts';
import * as doubts from './matching/doubts.ts';
import * as joining from './matching/joining.ts';
import { openJoinSite } from './matching/joinSites.ts';
import { openConnectors } from './platforms/connectors.ts';
import * as move from './platforms/move.ts';
import * as platforms from './platforms/platforms.ts';
import * as trial from './platforms/trial.ts';
import { listPlatformTroubles as listTroubles } from './platforms/troubles.ts';
import { findSignOnAddress, findSignOut } from './signOn.ts';

export function learningRoutes(serve: Serve, context: AppContext, exams: courses.Exams): void {
  const connectors = openConnectors(context);

  serve(redirectToPlatform, ({ query, language }, grant) =>
    findSignOnAddress(context, connectors, grant, query, language),
  );

  serve(findPlatformSignOut, ({ query }, grant) => findSignOut(context, connectors, grant, query.orgId));

  serve(listPlatforms, () => platforms.listPlatforms(context));

  serve(listPlatformTroubles, (_request, grant) => listTroubles(context, grant));

  serve(addPlatform, ({ body }, grant) => platforms.addPlatform(context, grant, body));

  serve(changePlatform, ({ params, body }, grant) =>
    platforms.changePlatform(context, grant, params.platformId, body),
  );

  serve(removePlatform, ({ params }, grant) => platforms.removePlatform(context, grant, params.platformId));

  serve(tryPlatform, ({ body }, grant) => trial.tryPlatform(context, grant, body));

  serve(tryPlatformWithCourse, ({ body }, grant) => trial.tryPlatformWithCourse(context, grant, body));

  serve(beginConsent, ({ body }, grant) => consents.beginConsent(context, grant, body));

  serve(completeConsent, ({ body }, grant) => consents.completeConsent(context, grant, body));

  serve(listAccountMatches, async ({ body }) =>
    joining.listMatches(await openJoinSite(context, connectors, body.platformId), body.by, body.after),
  );

  serve(joinAccounts, async ({ body }, grant) =>
    joining.joinAccounts(await openJoinSite(context, connectors, body.platformId), grant, body),
  );

  serve(listPlatformAccounts, ({ body }) => joining.listAccounts(context, body.platformId, body.after));

  serve(releaseAccount, async ({ body }, grant) =>
    joining.releaseAccount(await openJoinSite(context, connectors, body.platformId), grant, body.userId),
  );

  serve(listDoubts, () => doubts.listDoubts(context, connectors));

  serve(countDoubts, () => doubts.countDoubts(context));

  serve(decideDoubt, ({ params, body }, grant) =>
    doubts.decideDoubt(context, connectors, grant, { doubtId: params.doubtId, externalId: body.externalId }),
  );

  serve(previewMove, ({ body }, grant) => move.previewMove(context, grant, body.platformId));

  serve(moveSystem, ({ body }, grant) => move.moveSystem(context, grant, body.platformId));

  serve(getPlatformHealth, ({ params }, grant) =>
    courses.getPlatformHealth(context, grant, params.examId, exams),
  );

  serve(retryPlatform, ({ params }, grant) => courses.retryPlatform(context, grant, params.examId, exams));

  serve(getDrift, ({ params }, grant) => courses.getPlatformDrift(context, grant, params.examId, exams));

  serve(readDrift, ({ params }, grant) => courses.readPlatformDrift(context, grant, params.examId, exams));

  serve(repairDrift, ({ params, body }, grant) =>
    courses.repairPlatform(context, grant, params.examId, body, exams),
  );
}
