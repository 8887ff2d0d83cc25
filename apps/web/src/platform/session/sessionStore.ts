import type { AccessClaims, TokenPair } from '@guichet/contract/sessions';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { holdsAdmin } from './claims.ts';
import { cookieStorage } from './cookieStorage.ts';

/** The authentication state of the specification (S3.15), as it is stored. */
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

const storages = { local: () => localStorage, session: () => sessionStorage, cookie: () => cookieStorage };

export const sessionStore = create<Session>()(
  persist(() => signedOut, {
    name: sessionKey,
    storage: createJSONStorage(storages[__SESSION_STORE__]),
    // What is missing in the store counts as signed out, so that clearing it signs out every tab.
    merge: (stored) => ({ ...signedOut, ...(stored as Partial<Session> | undefined) }),
  }),
);

export function getSession(): Session {
  return sessionStore.getState();
}

/** Whose session the server ended while a page was open. Of this tab only, and never stored. */
const lostStore = create<{ readonly claims: AccessClaims | null }>(() => ({ claims: null }));

export function signIn(tokens: TokenPair, claims: AccessClaims): void {
  lostStore.setState({ claims: null });
  sessionStore.setState({
    ...signedOut,
    isAuthenticated: true,
    token: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    username: claims.username,
    role: claims.role,
    decodedToken: claims,
  });
}

/** S4.26: takes the new tokens and keeps username, role and decodedToken. */
export function takeNewTokens(tokens: TokenPair): void {
  sessionStore.setState({ token: tokens.accessToken, refreshToken: tokens.refreshToken });
}

export function startImpersonation(impersonationToken: string): void {
  sessionStore.setState({ isImpersonating: true, impersonationToken });
}

export function endImpersonation(): void {
  sessionStore.setState({ isImpersonating: false, impersonationToken: null });
}

export function signOut(): void {
  lostStore.setState({ claims: null });
  sessionStore.setState(signedOut);
}

/** Signed out by the server and not by the person, whose open page may ask for the password again. */
export function loseSession(): void {
  lostStore.setState({ claims: getSession().decodedToken });
  sessionStore.setState(signedOut);
}

export function useLostSession(): AccessClaims | null {
  return lostStore(({ claims }) => claims);
}

/** The token that requests bear: the other person's while impersonating (S4.25). */
export function bearerToken(session: Session): string | null {
  return session.isImpersonating ? session.impersonationToken : session.token;
}

export function useSession<T>(pick: (session: Session) => T): T {
  return sessionStore(pick);
}

/** Whether the token's role contains admin (S3.16). It says who one is; what one may do, the server says. */
export function useIsAdmin(): boolean {
  return useSession((session) => holdsAdmin(session.role));
}
