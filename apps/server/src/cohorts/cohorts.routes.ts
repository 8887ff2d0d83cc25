import {
  attestCandidates,
  deactivateCohort,
  listCandidates,
  listCohorts,
  unenrol,
} from '@guichet/contract/cohorts';
import { getPlatformHealth, retryPlatform } from '@guichet/contract/learning.health';
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import * as attestation from './attestation.ts';
import * as cohorts from './cohorts.service.ts';
import * as platform from './platform.ts';

export function cohortsRoutes(serve: Serve, house: House): void {
  serve(listCohorts, ({ query }, grant) => cohorts.listCohorts(house, grant, query.showAllActive ?? false));

  serve(deactivateCohort, ({ params }, grant) => cohorts.deactivateCohort(house, grant, params.cohortId));

  serve(listCandidates, ({ params }, grant) => cohorts.listCandidates(house, grant, params.cohortId));

  serve(unenrol, ({ params }, grant) =>
    cohorts.unenrol(house, grant, params.cohortId, params.learningPlatformId),
  );

  serve(attestCandidates, ({ params, body }, grant) =>
    attestation.attestCandidates(house, grant, params.cohortId, body),
  );

  serve(getPlatformHealth, ({ params }, grant) => platform.getPlatformHealth(house, grant, params.cohortId));

  serve(retryPlatform, ({ params }, grant) => platform.retryPlatform(house, grant, params.cohortId));
}
