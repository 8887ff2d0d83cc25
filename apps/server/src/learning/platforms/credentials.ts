import type { AppContext } from '../../core/context/appContext.ts';
import { decrypt, encrypt } from '../../core/crypto/encryption.ts';

type Credentials = Readonly<Record<string, string>>;

const keyOf = ({ keys }: AppContext): Buffer => keys.derive('learningPlatforms');

/** Credentials are bound to their address: with another address they cannot be decrypted. */
const boundTo = (address: string): string => `learningPlatform:${address}`;

export function encryptCredentials(context: AppContext, address: string, credentials: Credentials): string {
  return encrypt(context.clock, keyOf(context), JSON.stringify(credentials), boundTo(address));
}

/** @throws Error when the credentials were encrypted with another key, or for another address */
export function decryptCredentials(context: AppContext, address: string, encrypted: string): Credentials {
  return JSON.parse(decrypt(keyOf(context), encrypted, boundTo(address)));
}
