import type { AccessClaims } from '@guichet/contract/identity/sessions';

export const someClaims: AccessClaims = {
  sub: '7',
  name: 'Zoé Côté',
  username: 'zoe.cote@exemple.ca',
  role: 'DC',
  sid: 'session-1',
  jti: 'token-1',
  iat: 1_800_000_000,
  exp: 1_800_000_300,
};

/** An unsigned token with `claims`. */
export function accessToken(claims: Partial<AccessClaims> = {}): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ ...someClaims, ...claims }));
  const payload = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  return `e30.${payload}.signature`;
}
