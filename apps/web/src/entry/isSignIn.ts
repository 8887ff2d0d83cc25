/** Whether a path is that of the sign-in page, the only one in the first script. */
export function isSignIn(pathname: string): boolean {
  return /^(?:\/(?:fr|en))?(?:\/account)?\/login\/*$/i.test(pathname);
}
