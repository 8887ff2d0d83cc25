import { isIP } from 'node:net';
import { nameZone } from './clock.ts';
import type { TextName } from './operatorTexts.ts';

/** The first super admin's address until BOOTSTRAP_ADMIN_EMAIL is set; it receives no mail. */
export const firstAddress = 'admin@guichet.local';

/** Lists are joined in the language of the operator. */
type ValueParams = Readonly<Record<string, string | number | readonly string[]>>;

/** A value that is not valid: a text for operators says what the setting takes, never the value, which may be secret. */
export class ValueFault extends Error {
  readonly text: TextName;
  readonly params: ValueParams;

  constructor(text: TextName, params: ValueParams = {}) {
    super(text);
    this.text = text;
    this.params = params;
  }
}

/** Makes the reader of a setting that may be missing. */
export function optional<T>(read: (text: string) => T): (given: string | null) => T | null {
  return (given) => (given === null ? null : read(given));
}

export function parseList(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

/** An IP address, or a network such as 10.89.0.0/24. */
export function parseNetwork(text: string): string {
  const [address = '', bits, ...more] = text.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (longest < 0 || more.length > 0) throw new ValueFault('valueNetwork');
  if (bits !== undefined && !isWhole(bits, 1, longest))
    throw new ValueFault('valueNetworkBits', { longest, address });
  return text;
}

export function wholeNumber(text: string, least: number, most: number): number {
  if (!isWhole(text, least, most)) throw new ValueFault('valueNumber', { least, most });
  return Number(text);
}

function isWhole(text: string, least: number, most: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
}

export function truth(text: string): boolean {
  return parseChoice(text, ['true', 'false'] as const) === 'true';
}

export function parseChoice<const T extends readonly string[]>(text: string, choices: T): T[number] {
  if (!choices.includes(text)) throw new ValueFault('valueChoice', { choices });
  return text;
}

export function parseAddress(text: string, protocols: readonly string[]): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const [, protocol = ''] = /^([a-z]+:)\/\/(?:[^/?#]*@)?(?:[:/?#]|$)/.exec(text) ?? [];
  // PostgreSQL without a host is reached by a socket.
  if (!protocol.startsWith('postgres') && protocols.includes(protocol))
    throw new ValueFault('valueHost', { protocol });
  if (hasPlainSign(text, url)) throw new ValueFault('valuePlainSign');
  if (!url && URL.canParse(text.replace(/:[^:/?#@\]]+(?=[/?#]|$)/, ''))) throw new ValueFault('valuePort');
  if (!url || !protocols.includes(url.protocol))
    throw new ValueFault('valueProtocol', { protocols: protocols.map((p) => `${p}//`) });
  return text;
}

/** Whether the part before the @ holds a sign that ends a password, or a % that encodes none. */
function hasPlainSign(text: string, url: URL | null): boolean {
  const named = text.slice(0, Math.max(text.lastIndexOf('@'), 0));
  if (url && isEncodedWrongly(`${url.username}${url.password}`)) return true;
  // Digits before the sign pass for a port, and the user for the host; pages alone have an @ in a path.
  if (url) return !text.startsWith('http') && /^[^:]*:\/\/[^:/?#@]+:\d*[/?#][^?]*$/.test(named);
  return /^[^:]*:\/\/[^:/?#@]*:[^/?#@]*[/?#]/.test(named);
}

function isEncodedWrongly(text: string): boolean {
  try {
    return decodeURIComponent(text) === null;
  } catch {
    return true;
  }
}

export function webAddress(text: string): string {
  return parseAddress(text, ['http:', 'https:']).replace(/(?<!\/)\/+$/, '');
}

/** The address of the portal, which answers at the root of its host. */
export function rootAddress(text: string): string {
  const address = webAddress(text);
  const { pathname, search, hash } = new URL(address);
  if (pathname !== '/' || search || hash) throw new ValueFault('valueRoot');
  return address;
}

export function redirectUri(text: string): string {
  const { origin, pathname } = safeAddress(text);
  return origin + pathname;
}

/** The address of a site to which secrets are sent, without a slash at its end. */
export function siteAddress(text: string): string {
  const { origin, pathname, username, search, hash } = safeAddress(text);
  if (username || search || hash) throw new ValueFault('valuePlainAddress');
  return (origin + pathname).replace(/(?<!\/)\/+$/, '');
}

/** An address with a placeholder, kept as written. */
export function addressTemplate(text: string, placeholder: string): string {
  if (text.split(placeholder).length !== 2) throw new ValueFault('valuePlaceholder', { placeholder });
  safeAddress(text.replace(placeholder, '1'));
  return text;
}

function safeAddress(text: string): URL {
  const url = new URL(parseAddress(text, ['http:', 'https:']));
  if (url.protocol === 'http:' && !isLoopback(url))
    throw new ValueFault('valueLoopback', { protocol: 'http' });
  return url;
}

function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

export function emailAddress(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text)) throw new ValueFault('valueEmail');
  return text;
}

export function longEnough(text: string, least: number): string {
  if (text.length < least) throw new ValueFault('valueLength', { least });
  return text;
}

export function timeZone(text: string): string {
  if (!/^[a-z]/i.test(text)) throw new ValueFault('valueZone');
  try {
    return nameZone(text);
  } catch {
    throw new ValueFault('valueZone');
  }
}

/** The mailbox of an IMAP address, by default INBOX. Without encryption only on loopback addresses. */
export function imapMailbox(text: string) {
  const url = new URL(parseAddress(text, ['imaps:', 'imap:']));
  const secure = url.protocol === 'imaps:';
  if (!secure && !isLoopback(url)) throw new ValueFault('valueLoopback', { protocol: 'imap://' });
  if (!url.username || !url.password) throw new ValueFault('valueUser');
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
  };
}

export function imapAddress(text: string): string {
  imapMailbox(text);
  return text;
}

/** An address whose local part leaves room for separator, mail number and signature (RFC 5321: 64 octets). */
export function returnAddress(text: string): string {
  if (!/^[\w.-]{1,20}@[\w.-]+$/.test(text)) throw new ValueFault('valueReturnPath');
  return text;
}

/** A user name may be an e-mail address, so the password ends at the last @. */
export function withoutPassword(address: string): string {
  const name = /:\/\/[^:/]*:/.exec(address);
  const start = name ? name.index + name[0].length : address.length;
  const end = address.lastIndexOf('@');
  return end < start ? address : `${address.slice(0, start)}•••${address.slice(end)}`;
}
