import type { Generated } from 'kysely';

export interface TokensSchema {
  platform_tokens: {
    /** Fingerprint of the registration and of the refresh token that an operator has entered, from which the others come. */
    chain: string;
    /** Encrypted, as `access_token`. */
    refresh_token: string;
    access_token: string | null;
    expires_at: Date | null;
    /** Rises with each new refresh token. */
    version: Generated<number>;
    /** Until when one server may renew; null: nobody does. */
    renewing_until: Date | null;
    /** When the provider refused the refresh token. */
    refused_at: Date | null;
    used_at: Date;
  };
  platform_consents: {
    id: string;
    /** Who began it, and nobody else may use it. */
    user_id: number;
    kind: string;
    address: string;
    /** Null once the sign-in service has answered: each answer is taken once. */
    state_hash: Buffer | null;
    /** With the refresh token once `connected_at` is set. */
    encrypted_credentials: string;
    connected_at: Date | null;
    expires_at: Date;
  };
}
