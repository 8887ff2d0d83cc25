import type { Generated } from 'kysely';

export interface SessionsSchema {
  sessions: {
    id: string;
    user_id: number;
    started_at: Date;
    last_used_at: Date;
    expires_at: Date;
    ended_at: Date | null;
    /** The super admin who impersonates this user, and the reason; null in the user's own session. */
    impersonator_id: number | null;
    impersonator_session_id: string | null;
    impersonation_reason: string | null;
    /** Browser and operating system, and network address; null in sessions from before these columns. */
    device: string | null;
    address: string | null;
  };
  one_time_tokens: {
    token_hash: Buffer;
    purpose: 'handOff' | 'sendEmailTest';
    session_id: string;
    audience: string | null;
    issued_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  refresh_tokens: {
    token_hash: Buffer;
    session_id: string;
    issued_at: Date;
    spent_at: Date | null;
  };
  rate_limits: {
    /** The limit's name and key: `signIn|zoe@example.ca|10.0.0.1`. */
    key: string;
    count: number;
    since: Date;
    blocked_until: Date | null;
  };
  account_tokens: {
    id: string;
    user_id: number;
    purpose: 'resetPassword' | 'confirmEmail';
    /** For `confirmEmail`: the address that replaces the present address on confirmation. */
    new_email: Generated<string | null>;
    /** The person who asked for the new address, if not the user. */
    asked_by: Generated<number | null>;
    issued_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
}
