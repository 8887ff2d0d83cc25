/** What proves who somebody is, and counts who tries to. */
export interface SessionsSchema {
  sessions: {
    id: string;
    user_id: number;
    started_at: Date;
    last_used_at: Date;
    expires_at: Date;
    ended_at: Date | null;
    /** The super admin who acts as this user, and why; null in a session of the user's own. */
    impersonator_id: number | null;
    impersonator_session_id: string | null;
    impersonation_reason: string | null;
    /** Browser and system in words, and the network address; null when it was opened before they were kept. */
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
    /** The name of the limit, and whom or what it counts: `signIn|zoe@example.ca|10.0.0.1`. */
    key: string;
    count: number;
    since: Date;
    blocked_until: Date | null;
  };
  account_tokens: {
    id: string;
    user_id: number;
    purpose: 'resetPassword' | 'confirmEmail';
    issued_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
}
