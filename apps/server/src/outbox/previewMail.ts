import type { House } from '../platform/house.ts';
import { freezeMailing, type NewMailing } from './freezeMailing.ts';
import { prepareMailing } from './prepareMailing.ts';
import { type RenderedMail, renderMail } from './renderMail.ts';
import type { OwnVariables } from './variables.ts';

/** The mail that a mailing would make for one person, by the very steps of a mail that is sent; nothing is stored. */
export async function previewMail(
  house: House,
  mailing: NewMailing,
  own: OwnVariables,
): Promise<RenderedMail> {
  const now = house.clock.now();
  const mail = { id: 0, queuedAt: now, recipient: own.email, recipientName: fullNameOf(own), variables: own };
  const site = { publicUrl: house.config.publicUrl, keys: null };
  return renderMail({ ...freezeMailing(house, await prepareMailing(mailing)), id: 0 }, mail, site, now);
}

export function fullNameOf({ firstName, lastName }: OwnVariables): string {
  return `${firstName} ${lastName}`;
}
