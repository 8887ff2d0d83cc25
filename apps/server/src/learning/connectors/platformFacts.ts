import type { Remark, RemarkCode } from '@guichet/contract/learning/learning.remarks';
import { presentWords } from '../../core/runtime/foreignWords.ts';

/** What a platform says of itself, for the operator. */
export interface PlatformFacts {
  /** Product and version: `Moodle 4.5.6`. */
  readonly product: string;
  /** The site's own name. */
  readonly site: string;
  /** What keeps the portal from working with it, each with its remedy; empty when nothing does. */
  readonly problems: readonly Remark[];
  /** What the portal does without there, each with its remedy. */
  readonly notes?: readonly Remark[];
  /** How far its clock is before ours, where it tells. */
  readonly secondsAhead?: number | undefined;
}

/** The longest of ours name all functions that a service lacks. */
const mostWords = 2000;

/**
 * What an operator reads in their language, with the same in English for logs and for other pages. Words of the platform in
 * it are cut and made harmless here, before they are kept or shown.
 */
export function remarkOf(code: RemarkCode | null, text: string, params: Remark['params'] = {}): Remark {
  const present = (words: string) => presentWords(words, mostWords);
  const presented = Object.entries(params).map(([name, words]) => [name, present(words)]);
  return { code, params: Object.fromEntries(presented), text: present(text) };
}

/** What is to be done about the course that was made for an exam and bears another code now; `found` is that code. */
export function codeChanged(id: string, found: string, code: string): Remark {
  const text = `course ${id}, which was made for this exam, has the code ${found} instead of ${code}: compare the exam with the platform and repair it, or delete the course`;
  return remarkOf('codeChanged', text, { id, found, code });
}

/** Several accounts have one key, so that nobody knows which is hers. `which`: in the words of the platform. */
export function accountTwins(
  all: readonly string[],
  which = 'several accounts on the platform have this key',
): Remark {
  const ids = all.join(', ');
  return remarkOf('accountTwins', `${which}: ${ids}`, { ids });
}

/** Of an account whose own address somebody else has now, until it gets its new one; reaches nobody (RFC 2606). */
export function parkedAddress(key: string): string {
  return `${key}@parked.invalid`;
}

/** `what`: `Moodle gave no answer`. */
export function noAnswer(what: string, seconds: number): Remark {
  return remarkOf('noAnswer', `${what} within ${seconds} s`, { seconds: String(seconds) });
}

/** `code`: the system's name of the failure, such as `ECONNREFUSED`; absent where the connection was cut. */
export function unreachable(who: string, code: string | undefined): Remark {
  return code === undefined
    ? remarkOf('connectionLost', `${who} cannot be reached (connection lost)`)
    : remarkOf('unreachable', `${who} cannot be reached (${code})`, { code });
}

export function badStatus(who: string, status: number): Remark {
  return remarkOf('badStatus', `${who} answered with status ${status}`, { status: String(status) });
}

export function unexpectedForm(who: string, name: string, where: string): Remark {
  return remarkOf('unexpectedForm', `${who} answered ${name} in an unexpected form (${where})`, {
    name,
    where,
  });
}

/** `text`: what was refused, with the words of the platform. */
export function refusalRemark(text: string, said: string, code: RemarkCode = 'refused'): Remark {
  return remarkOf(code, text, { said });
}

/** Why a job failed or waits, as its row has it: in English, and as a remark if it had one. */
export interface StoredReason {
  readonly reason: string | null;
  readonly remark: Remark | null;
}

/** Null for a job that neither failed nor waits. */
export function storedRemark({ reason, remark }: StoredReason): Remark | null {
  return reason === null ? null : (remark ?? remarkOf(null, reason));
}
