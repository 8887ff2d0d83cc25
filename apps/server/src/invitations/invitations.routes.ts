import { previewInvitation, sendEmailTest } from '@guichet/contract/invitations';
import type { Serve } from '../platform/http/serve.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import * as invitations from './invitations.service.ts';
import * as testMail from './testMail.ts';

export function invitationsRoutes(serve: Serve, context: AppContext): void {
  serve(previewInvitation, ({ params, body }, grant) =>
    invitations.previewInvitation(context, grant, params.languageId, body),
  );

  serve(sendEmailTest, ({ params }, grant) => testMail.answerTestMail(context, grant, params.languageId));
}
