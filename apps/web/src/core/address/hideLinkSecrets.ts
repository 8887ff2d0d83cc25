/** The key of the secrets in the state of the history entry. */
export const historyKey = 'guichet.link';

/**
 * Removes the token and the user name of a mailed link from the address, before any request could leak them.
 * The history entry keeps them, so that reloading works and nothing is stored.
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
