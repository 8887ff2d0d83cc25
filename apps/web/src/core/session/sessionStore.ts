import type { AccessClaims } from '@guichet/contract/identity/sessions';
import type { TokenPair } from '@guichet/contract/identity/sessions.outcomes';
import { useSyncExternalStore } from 'react';
import { createNotifier } from '../notifier.ts';
import { cookieStorage } from './cookieStorage.ts';

/** The authentication state of the requirements (S3.15), as stored. */
export interface Session {
  readonly isAuthenticated: boolean;
  readonly token: string | null;
  readonly refreshToken: string | null;
  readonly username: string | null;
  readonly role: AccessClaims['role'] | null;
  readonly decodedToken: AccessClaims | null;
  readonly isImpersonating: boolean;
  readonly impersonationToken: string | null;
}

export const sessionKey = 'guichet.session';

const signedOut: Session = {
  isAuthenticated: false,
  token: null,
  refreshToken: null,
  username: null,
  role: null,
  decodedToken: null,
  isImpersonating: false,
  impersonationToken: null,
};

const { subscribe, notify } = createNotifier();
let session = readSession(signedOut);
/** The claims of a session that the server ended while a page was open; for this tab only, never stored. */
let lost: AccessClaims | null = null;

export function getSession(): Session {
  return session;
}

export function signIn(tokens: TokenPair, claims: AccessClaims): void {
  lost = null;
  store({
    ...signedOut,
    isAuthenticated: true,
    token: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    username: claims.username,
    role: claims.role,
    decodedToken: claims,
  });
}

/** S4.26: stores the new tokens, and keeps username, role and decodedToken. */
export function takeNewTokens(tokens: TokenPair): void {
  store({ ...session, token: tokens.accessToken, refreshToken: tokens.refreshToken });
}

export function startImpersonation(impersonationToken: string): void {
  store({ ...session, isImpersonating: true, impersonationToken });
}

export function endImpersonation(): void {
  store({ ...session, isImpersonating: false, impersonationToken: null });
}

export function signOut(): void {
  lost = null;
  store(signedOut);
}

/** Signs out because the server ended the session; the open page may ask for the password again. */
export function loseSession(): void {
  lost = session.decodedToken;
  store(signedOut);
}

export function useLostSession(): AccessClaims | null {
  return useSyncExternalStore(subscribe, () => lost);
}

/** The token for requests; during an impersonation the impersonated person's (S4.25). */
export function bearerToken(session: Session): string | null {
  return session.isImpersonating ? session.impersonationToken : session.token;
}

export function useSession<T>(pick: (session: Session) => T): T {
  return useSyncExternalStore(subscribe, () => pick(session));
}

/** S3.16: whether the role, or any of the roles, contains "admin". */
export function holdsAdmin(role: Session['role']): boolean {
  return [role ?? []].flat().some((name) => /admin/i.test(name));
}

/** Whether the token's role contains admin (S3.16), for display only; the server decides on access. */
export function useIsAdmin(): boolean {
  return useSession((session) => holdsAdmin(session.role));
}

/** Takes over the session that another tab has stored, or signs out when that tab has cleared the store. */
export function readStoredSession(): void {
  take(readSession(session));
}

function store(next: Session): void {
  take(next);
  try {
    storage().setItem(sessionKey, JSON.stringify({ state: next, version: 0 }));
  } catch {
    // Storage is forbidden or full: the session lasts as long as the page.
  }
}

/** A missing entry counts as signed out, so that clearing the store signs out every tab. */
function readSession(unreadable: Session): Session {
  try {
    return { ...signedOut, ...JSON.parse(storage().getItem(sessionKey) ?? '{}').state };
  } catch {
    return unreadable;
  }
}

function storage(): Pick<Storage, 'getItem' | 'setItem'> {
  if (__SESSION_STORE__ === 'cookie') return cookieStorage;
  return __SESSION_STORE__ === 'session' ? sessionStorage : localStorage;
}

function take(next: Session): void {
  session = next;
  notify();
}
