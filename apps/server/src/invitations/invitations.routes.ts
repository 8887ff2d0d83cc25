import { previewInvitation, sendEmailTest } from '@guichet/contract/invitations';
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import * as invitations from './invitations.service.ts';

export function invitationsRoutes(serve: Serve, house: House): void {
  serve(previewInvitation, ({ params, body }, grant) =>
    invitations.previewInvitation(house, grant, params.languageId, body),
  );

  serve(sendEmailTest, ({ params }, grant) => invitations.answerTestMail(house, grant, params.languageId));
}
