import { addCandidate, createCandidate } from '@guichet/contract/cohorts';
import { moveCandidates } from '@guichet/contract/cohorts.removals';
import { findMissingFacts, previewInvitation, sendEmailTest } from '@guichet/contract/invitations';
import { retryMail, retryMails } from '@guichet/contract/outbox';
import * as outbox from '../outbox/outbox.service.ts';
import type { Serve } from '../platform/http/serve.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import * as adding from './addCandidate.ts';
import * as creating from './createCandidate.ts';
import { presentContent } from './freshMails.ts';
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

  // What is sent again says what its exam is now, with links that work: the outbox knows neither.
  serve(retryMail, ({ params }, grant) =>
    outbox.retryMail(context, grant, params.mailId, presentContent(context)),
  );

  serve(retryMails, ({ body }, grant) => outbox.retryMails(context, grant, body, presentContent(context)));

  serve(sendEmailTest, ({ params, query: { kind, cohortId = null } }, grant) =>
    testMail.answerTestMail(context, grant, { kind, language: params.languageId }, cohortId),
  );
}
