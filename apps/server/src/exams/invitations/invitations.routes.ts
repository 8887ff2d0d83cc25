import { addCandidate, createCandidate } from '@guichet/contract/exams/cohorts';
import { moveCandidates } from '@guichet/contract/exams/cohorts.removals';
import { findMissingFacts, previewInvitation, sendEmailTest } from '@guichet/contract/exams/invitations';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as adding from './addCandidate.ts';
import * as creating from './createCandidate.ts';
import * as invitations from './invitations.service.ts';
import * as missing from './missingFacts.ts';
import * as moving from './moveCandidates.ts';
import * as testMail from './testMail.ts';

export function invitationsRoutes(serve: Serve, context: AppContext): void {
  serve(previewInvitation, ({ params, query, body }, grant) =>
    invitations.previewInvitation(context, grant, { ...query, language: params.languageId }, body),
  );

  serve(findMissingFacts, ({ params, query }, { systemId }) =>
    missing.findMissingFacts(context, { systemId, cohortId: params.cohortId }, query.kind),
  );

  serve(addCandidate, ({ params, body }, grant) =>
    adding.addCandidate(context, grant, params.cohortId, body),
  );

  serve(createCandidate, ({ params, body }, grant) =>
    creating.createCandidate(context, grant, params.cohortId, body),
  );

  serve(moveCandidates, ({ params, body }, grant) =>
    moving.moveCandidates(context, grant, params.cohortId, body),
  );

  serve(sendEmailTest, ({ params, query: { kind, cohortId = null } }, grant) =>
    testMail.answerTestMail(context, grant, { kind, language: params.languageId }, cohortId),
  );
}
