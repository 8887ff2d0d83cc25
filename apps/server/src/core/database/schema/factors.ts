import type { Generated, GeneratedAlways } from 'kysely';

export interface FactorsSchema {
  totp_secrets: {
    id: GeneratedAlways<number>;
    user_id: number;
    encrypted_secret: string;
    started_at: Date;
    /** Null until the first code is entered. */
    confirmed_at: Date | null;
    /** Time step of the last accepted code; only codes of later steps are accepted. */
    last_step: number | null;
    /** Set up while the password was set by somebody else: the use of a mailed link removes the factor. */
    of_given_password: Generated<boolean>;
  };
  recovery_codes: {
    user_id: number;
    selector: string;
    code_hash: string;
    made_at: Date;
    used_at: Date | null;
    /** Set up while the password was set by somebody else: the use of a mailed link removes the codes. */
    of_given_password: Generated<boolean>;
  };
  passkeys: {
    id: GeneratedAlways<number>;
    user_id: number;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    /** WebAuthn transports, separated by commas. */
    transports: string;
    name: string;
    added_at: Date;
    last_used_at: Date | null;
    /** Set up while the password was set by somebody else: the use of a mailed link removes the passkey. */
    of_given_password: Generated<boolean>;
  };
  factor_challenges: {
    token_hash: Buffer;
    purpose: 'secondFactor' | 'passkeySignIn' | 'newPasskey' | 'proof';
    /** Null while the user is not known yet. */
    user_id: number | null;
    session_id: string | null;
    wrong_answers: Generated<number>;
    issued_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
}
