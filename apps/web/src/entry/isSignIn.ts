/** Whether a path is that of the sign-in page, which alone the first script draws. */
export function isSignIn(pathname: string): boolean {
  return /^(?:\/(?:fr|en))?(?:\/account)?\/login\/*$/i.test(pathname);
}
