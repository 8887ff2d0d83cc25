/**
 * The registered address, origin and path, that an address equals but for query and fragment; null when it equals
 * none. Both are compared as the browser would read them, so that no spelling leads elsewhere.
 */
export function findRegistered(registered: readonly string[], address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.username !== '' || url.password !== '') return null;
  return registered.find((uri) => uri === url.origin + url.pathname) ?? null;
}

/** The address with `token` as its parameter `d`, in place of one that is there; query and fragment stay. */
export function addToken(address: string, token: string): string {
  const url = new URL(address);
  const others = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !new URLSearchParams(pair).has('d'));
  url.search = [...others, `d=${token}`].join('&');
  return url.href;
}
