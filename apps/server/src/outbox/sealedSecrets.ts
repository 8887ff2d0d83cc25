import type { AppContext } from '../platform/appContext.ts';
import { seal } from '../platform/seal.ts';

/**
 * A password that somebody typed for somebody else cannot be computed again as links can, so it waits sealed in the
 * row of its mail, bound to the recipient.
 */
export function sealSecret(context: AppContext, secret: string, recipient: string): string {
  return seal(context.clock, mailKeys(context).seals, secret, recipient);
}

/** What a mail needs to say its secrets: the key that signs links, and the one that opens what is sealed. */
export function mailKeys({ keys }: Pick<AppContext, 'keys'>): { tokens: Buffer; seals: Buffer } {
  return { tokens: keys.derive('mailTokens'), seals: keys.derive('mailSecrets') };
}
