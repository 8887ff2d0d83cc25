/** Whether a path is the sign-in page's, which is the only page in the first script. */
export function isSignIn(pathname: string): boolean {
  return /^(?:\/(?:fr|en))?(?:\/account)?\/login\/*$/i.test(pathname);
}
