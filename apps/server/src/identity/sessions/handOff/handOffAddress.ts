/**
 * The registered address with the same origin and path as `address`; null if there is no such address. Both
 * are parsed as browsers do, so that no spelling leads elsewhere.
 */
export function findRegistered(registered: readonly string[], address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.username !== '' || url.password !== '') return null;
  return registered.find((uri) => uri === url.origin + url.pathname) ?? null;
}

/** The address with `token` as its query parameter `d`, replacing an existing one; query and fragment stay. */
export function addToken(address: string, token: string): string {
  const url = new URL(address);
  const others = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !new URLSearchParams(pair).has('d'));
  url.search = [...others, `d=${token}`].join('&');
  return url.href;
}
