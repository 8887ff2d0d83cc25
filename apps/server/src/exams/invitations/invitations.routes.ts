import { addCandidate, createCandidate } from '@guichet/contract/exams/exams.list';
import { findMissingFacts, previewInvitation, sendEmailTest } from '@guichet/contract/exams/invitations';
import { moveCandidates } from '@guichet/contract/exams/places.removals';
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
    missing.findMissingFacts(context, { systemId, examId: params.examId }, query.kind),
  );

  serve(addCandidate, ({ params, body }, grant) => adding.addCandidate(context, grant, params.examId, body));

  serve(createCandidate, ({ params, body }, grant) =>
    creating.createCandidate(context, grant, params.examId, body),
  );

  serve(moveCandidates, ({ params, body }, grant) =>
    moving.moveCandidates(context, grant, params.examId, body),
  );

  serve(sendEmailTest, ({ params, query: { kind, examId = null } }, grant) =>
    testMail.answerTestMail(context, grant, { kind, language: params.languageId }, examId),
  );
}
