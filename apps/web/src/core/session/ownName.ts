import { getSession, signIn } from './sessionStore.ts';

/** Shows this name of the signed-in person from now on; the stored claims have the one of the sign-in. Not during an impersonation. */
export function showOwnName(name: string): void {
  const { token, refreshToken, decodedToken, isImpersonating } = getSession();
  if (!token || !refreshToken || !decodedToken || isImpersonating || decodedToken.name === name) return;
  signIn({ accessToken: token, refreshToken }, { ...decodedToken, name });
}
