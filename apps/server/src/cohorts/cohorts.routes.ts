import { attestCandidates, listCandidates, listCohorts, unenrol } from '@guichet/contract/cohorts';
import { putBackCandidates, takeOutCandidates } from '@guichet/contract/cohorts.removals';
import { getPlatformHealth, retryPlatform } from '@guichet/contract/learning.health';
import type { Serve } from '../platform/http/serve.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import * as attestation from './attestation.ts';
import * as cohorts from './cohorts.service.ts';
import * as platform from './platform.ts';
import * as removals from './removals/removals.service.ts';

export function cohortsRoutes(serve: Serve, context: AppContext): void {
  serve(listCohorts, ({ query }, grant) => cohorts.listCohorts(context, grant, query));

  serve(listCandidates, ({ params }, grant) => cohorts.listCandidates(context, grant, params.cohortId));

  serve(unenrol, ({ params }, grant) =>
    cohorts.unenrol(context, grant, params.cohortId, params.learningPlatformId),
  );

  serve(attestCandidates, ({ params, body }, grant) =>
    attestation.attestCandidates(context, grant, params.cohortId, body),
  );

  serve(takeOutCandidates, ({ params, body }, grant) =>
    removals.takeOutCandidates(context, grant, params.cohortId, body),
  );

  serve(putBackCandidates, ({ params, body }, grant) =>
    removals.putBackCandidates(context, grant, params.cohortId, body.removalId),
  );

  serve(getPlatformHealth, ({ params }, grant) =>
    platform.getPlatformHealth(context, grant, params.cohortId),
  );

  serve(retryPlatform, ({ params }, grant) => platform.retryPlatform(context, grant, params.cohortId));
}
