import { joinNames } from '@guichet/contract/core/fullName';
import type { AppContext } from '../../core/context/appContext.ts';
import { findUniversityName } from '../../core/database/universityName.ts';
import { findUniversityFrame } from '../../systems/university/university.service.ts';
import { fillLinkNote } from './render/linkNote.ts';
import { withLogoInside } from './render/logo.ts';
import type { OwnVariables, RenderedMail } from './render/mail.ts';
import { selectLogo } from './render/mailing.queries.ts';
import { renderMail, renderSubject } from './render/renderMail.ts';
import { type NewMailing, preheaderFor, prepareMailing, snapshotMailing } from './render/snapshotMailing.ts';

export { delayWords } from './causes/failureWords.ts';
export { findUnknownSince, isAddressUnknown } from './causes/unknownAddress.queries.ts';
export { forgetFirstLinks } from './changes/accountMails.queries.ts';
export {
  cancelPlanned,
  countPlanned,
  releasePlanned,
  replaceMailing,
  type SourceOfMailing,
  selectSources,
} from './changes/freshMails.queries.ts';
export { wasPasswordMailed } from './changes/readdress.queries.ts';
export { readdressMails } from './changes/readdress.ts';
export type { AccountLinks, PresentContent } from './changes/retrying.ts';
export { dropDemoLinks, seedDemoOutcomes } from './demo.queries.ts';
export {
  cancelCandidateMails,
  cancelMails,
  cancelMailsWithKeys,
  findSystemOfMail,
  holdCandidateMails,
  mayStillLeave,
  refreshListValues,
  requeueAnnouncements,
  requeueMails,
} from './enqueue.queries.ts';
export { enqueueImportMails } from './importMails.queries.ts';
export { mailPeople, openMailing, type Reader } from './mailPeople.ts';
export { findOldestWaiting, listPlannedMails, selectMailByKey } from './outbox.queries.ts';
export { isInvitationUnderWay, markLinkOpened } from './reading/mailHistory.queries.ts';
export {
  listDocumentsByExam,
  listMailHistory,
  type MailInHistory,
  readMailInHistory,
} from './reading/ownMails.ts';
export { countUnresolvedMails, findRefused, findUndelivered } from './reading/reading.ts';
export type { Attachment, ExamFilesMaker, ExamOfMail } from './render/composeMail.ts';
export { fillText } from './render/fillPlaceholders.ts';
export { placeAfterGreeting } from './render/greeting.ts';
export { type Mailbox, mailboxText, type OwnVariables, type SecretLink } from './render/mail.ts';
export { hasBroughtDocuments, nameCalendarFile } from './render/mailing.queries.ts';
export {
  addressMark,
  encryptSecret,
  isOver,
  type MailTokenClaims,
  openMailToken,
} from './render/mailSecrets.ts';
export {
  contactIn,
  listEmptyPlaceholders,
  listMentioned,
  type NewMailing,
  preheaderFor,
  prepareMailing,
} from './render/snapshotMailing.ts';
export { countReturned } from './returnPath/returnPath.queries.ts';
export { findSender, makeMailing, portalSender, type Sender } from './sender.ts';
export { countWaiting, findHeldMails, type HeldMails, releaseOutgoing } from './sending/outgoing.ts';
export { type MailOutcome, waitForOutcome } from './sending/waitForOutcome.ts';
export { probeMailServer } from './transport/mailer.ts';

/** The mail of a mailing to somebody without a password, rendered as for sending; stores nothing. */
export async function previewMail(
  context: AppContext,
  mailing: NewMailing,
  own: OwnVariables,
): Promise<RenderedMail & { readonly preheader: string; readonly htmlBytes: number }> {
  const now = context.clock.now();
  const { publicUrl } = context.config;
  const mail = { id: 0, queuedAt: now, recipient: own.email, recipientName: joinNames(own), variables: own };
  const prepared = await prepareMailing(mailing);
  const university = {
    name: await findUniversityName(context),
    frame: await findUniversityFrame(context, context.database.read, mailing.language),
  };
  const { html, text, ...frozen } = snapshotMailing(context, university, prepared);
  const { language, variables } = frozen;
  // The preview shows the note, although the sample candidate has no secret link.
  const reader = { until: variables.linkUntil, instead: null };
  const snapshot = {
    ...frozen,
    id: 0,
    html: fillLinkNote(html, language, reader, 'html'),
    text: fillLinkNote(text, language, reader, 'text'),
  };
  const rendered = renderMail(snapshot, mail, { publicUrl, keys: null }, now);
  return {
    ...rendered,
    htmlBytes: Buffer.byteLength(rendered.html),
    html: withLogoInside(rendered.html, await selectLogo(context.database.read, snapshot.logoId)),
    preheader: renderSubject({ ...snapshot, subject: preheaderFor(prepared) }, own, publicUrl),
  };
}

/** An invented candidate, whom nobody takes for a real one, with the caller's address, for previews and tests; the link has no token. */
export function sampleCandidate(email: string): OwnVariables {
  return { firstName: 'Alex', lastName: 'Exemple', email, isSample: true };
}
