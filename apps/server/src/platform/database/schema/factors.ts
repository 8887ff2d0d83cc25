import type { Generated, GeneratedAlways } from 'kysely';

/** What proves, beside the password, who somebody is. */
export interface FactorsSchema {
  totp_secrets: {
    id: GeneratedAlways<number>;
    user_id: number;
    encrypted_secret: string;
    started_at: Date;
    /** Null while it waits for its first code. */
    confirmed_at: Date | null;
    /** The time step of the last code that was taken: neither it nor an earlier one is taken again. */
    last_step: number | null;
  };
  recovery_codes: {
    user_id: number;
    selector: string;
    code_hash: string;
    made_at: Date;
    used_at: Date | null;
  };
  passkeys: {
    id: GeneratedAlways<number>;
    user_id: number;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    /** Words of WebAuthn with commas between them. */
    transports: string;
    name: string;
    added_at: Date;
    last_used_at: Date | null;
  };
  factor_challenges: {
    token_hash: Buffer;
    purpose: 'secondFactor' | 'passkeySignIn' | 'newPasskey' | 'proof';
    /** Null where nobody has said yet who it is. */
    user_id: number | null;
    session_id: string | null;
    wrong_answers: Generated<number>;
    issued_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
}
