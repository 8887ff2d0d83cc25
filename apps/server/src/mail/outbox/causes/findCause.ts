import { fold } from '@guichet/contract/core/fold';
import type { FailureReason } from './failureWords.ts';
import serverPhrases from './serverPhrases.json' with { type: 'json' };

/** A mail server's words about a mail that came back or is delayed. */
interface Refusal {
  readonly delivery: 'failed' | 'delayed';
  /** The enhanced status code in a field of the report; '' for none. */
  readonly status?: string;
  /** The server's reply. */
  readonly words: string;
  /** The report's words for people, looked at where the reply says nothing. */
  readonly told?: readonly string[];
}

/** The most letters between the two parts of a phrase, and of words that are read. */
const mostBetween = 60;
const mostWords = 2000;

/** Why a mail came back or is delayed: the recipient's server's own words and code go before those around them. */
export function findCause({ delivery, status = '', words, told = [] }: Refusal): FailureReason {
  const isSilent = plain(words).length < 4;
  const own = causeIn([innermost(words), words]);
  const inText = own === null && isSilent ? causeIn(told) : null;
  if (delivery === 'delayed') {
    const cause = own ?? inText;
    return cause && !isVagueForDelay.has(cause) ? cause : 'deliveryDelayed';
  }
  const ofStatus = causeOfCode(findStatusCode(status) ?? { kind: '', detail: '' });
  return own ?? ofStatus ?? inText ?? 'recipientRefused';
}

/** In a delay, no more than that the server did not take the mail right away. */
const isVagueForDelay: ReadonlySet<FailureReason> = new Set([
  'recipientServerSilent',
  'recipientRefused',
  'mailboxUnknown',
  'domainUnknown',
]);

/** The reply of the last server in a chain of quoted replies: from the reply code on, over all lines. */
function innermost(words: string): string {
  const codes = [...words.slice(0, mostWords).matchAll(/\b([45]\d\d)[\s:-]+(?:\D|([45]\.[\d.]+))/g)].map(
    ({ index, 1: reply, 2: code = '' }) => ({ index, code: `${reply} ${code}` }),
  );
  const begin = codes.find(({ code }) => code === codes.at(-1)?.code)?.index ?? 0;
  return words.slice(begin, mostWords);
}

/** By telling words and then by the code of each of the texts in turn; then by likely words, and a temporary code. */
function causeIn(texts: readonly string[]): FailureReason | null {
  const read = texts.map((text) => ({
    marked: marked(text),
    code: findStatusCode(text.slice(0, mostWords)),
  }));
  const looks = [
    ({ marked, code }: (typeof read)[number]) =>
      causeAmong(telling, marked) ?? (code?.kind === '5' ? causeOfCode(code) : null),
    ({ marked }: (typeof read)[number]) => causeAmong(likely, marked),
    ({ code }: (typeof read)[number]) => code && causeOfCode(code),
  ];
  for (const look of looks) {
    const [cause] = read.map(look).filter((found) => found !== null);
    if (cause) return cause;
  }
  return null;
}

/**
 * Phrases by which mail servers tell a cause, in the order in which they are looked for; `…` stands for a few words.
 * A phrase begins with a word and may end within one.
 */
const compile = (rows: readonly { cause: string; phrases: readonly string[] }[]) =>
  rows.map(({ cause, phrases }) => ({
    cause: cause as FailureReason,
    phrases: phrases.map((phrase) => phrase.split('…').map((part) => ` ${plain(part)}`)),
  }));
/** Words that tell more than the code beside them. */
const telling = compile(serverPhrases.telling);
/** Words of which the code beside them tells the meaning, where there is a code. */
const likely = compile(serverPhrases.likely);

function causeAmong(table: typeof telling, text: string): FailureReason | null {
  return table.find(({ phrases }) => phrases.some((phrase) => holds(text, phrase)))?.cause ?? null;
}

function holds(text: string, [first = '', second]: readonly string[]): boolean {
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    if (second === undefined) return true;
    const from = at + first.length;
    if (text.slice(from, from + mostBetween).includes(second)) return true;
  }
  return false;
}

/** Plain words between marks: a phrase with `reply` follows a reply code, one with `end` ends the words. */
function marked(words: string): string {
  return ` ${/^[45]\d\d\b/.test(words) ? 'reply ' : ''}${plain(words)} end `;
}

/** Folded words with single blanks: without addresses, signs, and the codes that begin each line of a reply. */
function plain(words: string): string {
  return fold(
    words
      .slice(0, mostWords)
      .split(/\s+/)
      .filter((word) => !word.includes('@'))
      .join(' ')
      .replace(/\(in reply to (?!mail from)[\w ]+ command\)/gi, ' ')
      .replace(/\b[45]\d\d(?:[- ][45]\.\d{1,3}\.\d{1,3})?/g, ' ')
      .replace(/[^\p{L}\p{N}]+/gu, ' '),
  );
}

/** Causes by subject and detail of an enhanced status code (RFC 3463, RFC 7372): the first that matches. */
const causes: readonly (readonly [string, FailureReason | null])[] = [
  ['0.0', null],
  ['1.0', null],
  ['1.2', 'domainUnknown'],
  ['1.6', 'mailboxClosed'],
  ['1.7', 'senderRefused'],
  ['1.8', 'senderRefused'],
  ['1.', 'mailboxUnknown'],
  ['2.0', null],
  ['2.1', 'mailboxClosed'],
  ['2.2', 'mailboxFull'],
  ['2.3', 'mailTooLarge'],
  ['3.4', 'mailTooLarge'],
  ['3.', 'recipientServerSilent'],
  // Exchange Online says so of an unknown address, others of a server that is away: the words tell.
  ['4.1', null],
  ['4.4', 'domainUnknown'],
  // Exchange Online: the domain does not exist in DNS.
  ['4.310', 'domainUnknown'],
  ['4.', 'recipientServerSilent'],
  ['5.', null],
  ['6.', 'contentRefused'],
  ['7.25', 'senderBlocked'],
  ['7.27', 'senderRefused'],
  ['7.28', 'sendingTooFast'],
  ['7.20', 'senderUnproven'],
  ['7.21', 'senderUnproven'],
  ['7.22', 'senderUnproven'],
  ['7.23', 'senderUnproven'],
  ['7.24', 'senderUnproven'],
  ['7.26', 'senderUnproven'],
  // Exchange Online: no right to send as this sender, relaying without an account, and DMARC.
  ['7.60', 'senderRefused'],
  ['7.64', 'senderRefused'],
  ['7.509', 'senderUnproven'],
  ['7.515', 'senderUnproven'],
  ['7.', 'refusedByPolicy'],
];

const ownTemporary = ['2.2', '7.25', '7.28'];

/** The last enhanced status code in a reply: the class, and the subject and detail. */
function findStatusCode(words: string): { readonly kind: string; readonly detail: string } | null {
  const [, kind, detail] = [...words.matchAll(/\b([45])\.(\d{1,3}\.\d{1,3})\b/g)].at(-1) ?? [];
  return kind && detail ? { kind, detail } : null;
}

/** RFC 3463 §2: any other temporary code in the report of a failure means that the server gave up. */
function causeOfCode({ kind, detail }: { kind: string; detail: string }): FailureReason | null {
  if (kind === '4' && !ownTemporary.includes(detail)) return 'recipientServerSilent';
  const isOf = (prefix: string) => (prefix.endsWith('.') ? detail.startsWith(prefix) : detail === prefix);
  return causes.find(([prefix]) => isOf(prefix))?.[1] ?? null;
}
