/** Reads the values of settings. Each throws an error that says what it takes and never repeats the value, which may be secret. */

export function listOf(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

export function wholeNumber(text: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new Error(`it takes a whole number from ${least} to ${most}`);
  return value;
}

export function truth(text: string): boolean {
  return oneOf(text, ['true', 'false'] as const) === 'true';
}

export function oneOf<const T extends readonly string[]>(text: string, choices: T): T[number] {
  if (!choices.includes(text)) throw new Error(`it takes ${choices.join(' or ')}`);
  return text;
}

export function addressOf(text: string, protocols: readonly string[]): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  // The message never repeats the value, which may hold a password.
  if (!url || !protocols.includes(url.protocol))
    throw new Error(`it takes an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
  return text;
}

export function webAddress(text: string): string {
  return addressOf(text, ['http:', 'https:']).replace(/\/+$/, '');
}

export function redirectUri(text: string): string {
  const { origin, pathname } = safeAddress(text);
  return origin + pathname;
}

/** Address of a site to which secrets are sent, without a slash at its end. */
export function siteAddress(text: string): string {
  const { origin, pathname, username, search, hash } = safeAddress(text);
  if (username || search || hash) throw new Error('it takes an address without a user name, ? and #');
  return (origin + pathname).replace(/\/+$/, '');
}

function safeAddress(text: string): URL {
  const url = new URL(addressOf(text, ['http:', 'https:']));
  if (url.protocol === 'http:' && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname))
    throw new Error('http is only for loopback addresses');
  return url;
}

export function emailAddress(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new Error('it takes an e-mail address');
  return text;
}

export function longEnough(text: string, least: number): string {
  if (text.length < least) throw new Error(`it takes at least ${least} characters`);
  return text;
}

export function timeZone(text: string): string {
  if (!Intl.supportedValuesOf('timeZone').concat('UTC').includes(text))
    throw new Error('it takes a zone such as America/Toronto');
  return text;
}
