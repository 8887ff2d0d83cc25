import { addCandidate, createCandidate } from '@guichet/contract/exams/cohorts';
import { moveCandidates } from '@guichet/contract/exams/cohorts.removals';
import { findMissingFacts, previewInvitation, sendEmailTest } from '@guichet/contract/exams/invitations';
import { retryMail, retryMails } from '@guichet/contract/mail/outbox';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as outbox from '../../mail/outbox/outbox.service.ts';
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

  // The outbox does not know exams and links, so the content of a mail sent again comes from here.
  serve(retryMail, ({ params }, grant) =>
    outbox.retryMail(context, grant, params.mailId, presentContent(context)),
  );

  serve(retryMails, ({ body }, grant) => outbox.retryMails(context, grant, body, presentContent(context)));

  serve(sendEmailTest, ({ params, query: { kind, cohortId = null } }, grant) =>
    testMail.answerTestMail(context, grant, { kind, language: params.languageId }, cohortId),
  );
}
