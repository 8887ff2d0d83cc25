import type { FailureReason } from '../causes/failureWords.ts';
import { findCause } from '../causes/findCause.ts';

/** The most characters of a text, and lines of a reply, that are read. */
const mostText = 20_000;
const mostLines = 50;

/** Fields by which the header of a quoted mail begins. */
const quotedFields =
  /^(?:Received|Return-Path|Message-ID|DKIM-Signature|X-Received|Delivered-To|MIME-Version|ARC-Seal|From|Date|Subject|To):/i;
/** Titles by which mail servers begin the mail that they send back. */
const quotedTitles =
  /^[\s>*=_-]*(?:original message|copy of the message|this is a copy|below (?:this line )?is a copy|a copy of|returned message|unsent message|message header|the header of the original|header of the original|the original message follows|original message follows|undelivered message|your message (?:follows|was)|start of returned message)/i;

/** The text above the mail that it quotes. */
export function withoutQuotedMail(text: string): string {
  const lines = text.slice(0, mostText).split(/\r?\n/);
  const end = lines.findIndex(
    (line, at) =>
      (at > 2 && quotedTitles.test(line) && /follow|copy|^[\s>*=_-]*-/i.test(line)) ||
      (quotedFields.test(line) &&
        lines.slice(at + 1, at + 20).filter((next) => quotedFields.test(next)).length > 1),
  );
  return (end < 0 ? lines : lines.slice(0, end)).join('\n').trim();
}

const delays =
  /delay|warning|will be retried|still being retried|keep trying|still trying|will continue|not yet been delivered|retry(?:ing)? (?:for|until)|do not need to resend|temporar(?:y|ily) (?:failure|problem)/i;
const ends =
  /permanent|giv(?:en|ing) up|returned to sender|returning message|returned mail|undeliver|failed permanently|fatal error/i;
const failures =
  /fail(?:ed|ure)|undeliver|un(?:able|successful)|(?:could|can|was|were|be|been)(?: ?not|n't) (?:be )?(?:deliver|sen[dt])|returned (?:mail|to)|returning|rejected|not reach|error|abort|non remis|n['’]a (?:pas )?pu [eê]tre|refus[eé]|échec|impossible/i;
const plainFailures =
  /undeliverable|(?:could|can) ?not be delivered|couldn't be delivered|delivery (?:has )?failed|non remis/i;
const recipient = /^\s*["<]?[^\s@:]+@[^\s:]+:?(?:\s|$)/;
/** A reply code of SMTP with words behind it, or an enhanced status code. */
const reply = /\b[45]\d\d(?:[ -]+|: +)(?:[45]\.\d|[^\d\s])|\b[45]\.\d{1,3}\.\d{1,3}\b/;
const wholeReply = /\b[45]\d\d[ -][45]\.\d{1,3}\.\d/;

export interface ProseReport {
  readonly delivery: 'failed' | 'delayed';
  readonly cause: FailureReason;
  readonly words: string;
}

/** Reads from a text that a mail came back or is delayed; null where the text tells of neither. */
export function readProseReport(subject: string, text: string, isOfSystem: boolean): ProseReport | null {
  const whole = `${subject}\n${text}`;
  const own = findReply(text);
  const tells = isOfSystem
    ? failures.test(whole) || delays.test(subject) || wholeReply.test(text)
    : plainFailures.test(text) && !/^re\b/i.test(subject);
  if (!tells) return null;
  const isDelay = delays.test(subject) || (delays.test(text) && !ends.test(whole));
  const delivery = isDelay ? 'delayed' : 'failed';
  const words = own ?? text;
  const [, status = ''] = /\(#([45]\.\d{1,3}\.\d{1,3})\)/.exec(text) ?? [];
  return { delivery, cause: findCause({ delivery, status, words, told: [text] }), words };
}

/** A server's reply in a text, from the line with its code to the next blank line or recipient; null for none. */
export function findReply(text: string): string | null {
  const at = text.search(reply);
  if (at < 0) return null;
  const [first = '', ...behind] = text.slice(text.lastIndexOf('\n', at) + 1).split('\n', mostLines);
  const end = behind.findIndex((line) => line.trim() === '' || recipient.test(line));
  const lines = [first, ...(end < 0 ? behind : behind.slice(0, end))];
  // In a record of the dialogue: what the server answered.
  const answer = lines.find((line) => /^<<< ?[45]\d\d/.test(line));
  return answer?.slice(3).trim() ?? lines.join('\n');
}
