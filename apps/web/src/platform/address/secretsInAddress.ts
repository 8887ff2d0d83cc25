export interface LinkSecrets {
  readonly token: string;
  readonly userName: string;
}

/** Under which the history entry remembers them. */
export const historyKey = 'guichet.link';

/**
 * Takes the token and the user name of a mailed link out of the address, before any request could tell them on. They
 * live on in the history entry, so that reloading the page still works and nothing is stored.
 */
export function hideLinkSecrets(): void {
  if (!/\/(?:reset-password|confirm-email)\/*$/i.test(location.pathname)) return;
  const query = new URLSearchParams(location.search);
  const [token, userName] = [query.get('t'), query.get('u')];
  if (!token || !userName) return;
  query.delete('t');
  query.delete('u');
  const rest = query.size > 0 ? `?${query}` : '';
  history.replaceState({ [historyKey]: { token, userName } }, '', location.pathname + rest);
}
