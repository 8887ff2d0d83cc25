import type { AppContext } from '../platform/runtime/appContext.ts';
import { prepareMailing } from './prepareMailing.ts';
import { type RenderedMail, renderMail } from './renderMail.ts';
import { type NewMailing, snapshotMailing } from './snapshotMailing.ts';
import type { OwnVariables } from './variables.ts';

/** The mail that a mailing would make for one person, by the very steps of a mail that is sent; nothing is stored. */
export async function previewMail(
  context: AppContext,
  mailing: NewMailing,
  own: OwnVariables,
): Promise<RenderedMail> {
  const now = context.clock.now();
  const mail = { id: 0, queuedAt: now, recipient: own.email, recipientName: fullNameOf(own), variables: own };
  const site = { publicUrl: context.config.publicUrl, keys: null };
  return renderMail({ ...snapshotMailing(context, await prepareMailing(mailing)), id: 0 }, mail, site, now);
}

export function fullNameOf({ firstName, lastName }: OwnVariables): string {
  return `${firstName} ${lastName}`;
}
