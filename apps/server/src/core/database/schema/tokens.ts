import type { Generated } from 'kysely';

export interface TokensSchema {
  platform_tokens: {
    /** Fingerprint of the registration and of the operator's refresh token, from which later tokens come. */
    chain: string;
    /** Encrypted, like `access_token`. */
    refresh_token: string;
    access_token: string | null;
    expires_at: Date | null;
    /** Rises with each new refresh token. */
    version: Generated<number>;
    /** Until when a single server may renew; null: no server is renewing. */
    renewing_until: Date | null;
    /** When the provider refused the refresh token. */
    refused_at: Date | null;
    used_at: Date;
  };
  platform_consents: {
    id: string;
    /** The person who began the consent; nobody else may use it. */
    user_id: number;
    kind: string;
    address: string;
    /** Null once the sign-in service has answered: an answer counts once. */
    state_hash: Buffer | null;
    /** Contains the refresh token once `connected_at` is set. */
    encrypted_credentials: string;
    connected_at: Date | null;
    expires_at: Date;
  };
}
