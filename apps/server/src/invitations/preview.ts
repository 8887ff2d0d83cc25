import type { Language } from '@guichet/contract/core/language';
import type { InvitationPreview } from '@guichet/contract/invitations';
import type { MessageText } from '@guichet/contract/messages';
import { cleanText, getMessage, isUsable } from '../messages/messages.service.ts';
import { mailboxText, previewMail } from '../outbox/outbox.service.ts';
import type { SystemGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { invitationOf, sampleCandidate, sampleExam } from './invitation.ts';

/** Renders an unsaved text as the mail it would become once saved. @throws AppError `message.unknownPlaceholder` */
export async function previewInvitation(
  context: AppContext,
  { systemId, identity }: SystemGrant,
  language: Language,
  typed: MessageText,
): Promise<InvitationPreview> {
  const db = context.database.read;
  const text = { ...(await cleanText(typed)), language, attachmentId: null };
  const exam = await sampleExam(context, systemId, language);
  const invitation = await invitationOf(db, systemId, text, exam);
  const mail = await previewMail(context, invitation, sampleCandidate(identity.email));
  const { fileName } = await getMessage(db, { systemId, language });
  return {
    from: mailboxText(mail.from),
    to: mailboxText(mail.to),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    fileName,
    isUsable: isUsable(text),
  };
}
