import { encrypt } from '../platform/crypto/encryption.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';

/**
 * A password that somebody typed for somebody else cannot be computed again as links can, so it waits sealed in the
 * row of its mail, bound to the recipient.
 */
export function encryptSecret(context: AppContext, secret: string, recipient: string): string {
  return encrypt(context.clock, encryptionKeys(context).encryption, secret, recipient);
}

/** What a mail needs to say its secrets: the key that signs links, and the one that opens what is sealed. */
export function encryptionKeys({ keys }: Pick<AppContext, 'keys'>): { tokens: Buffer; encryption: Buffer } {
  return { tokens: keys.derive('mailTokens'), encryption: keys.derive('mailSecrets') };
}
