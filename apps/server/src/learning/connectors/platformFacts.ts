import type { Remark, RemarkCode } from '@guichet/contract/learning/learning.remarks';
import { presentWords } from '../../core/runtime/foreignWords.ts';

/** Facts and problems of a platform, for the operator. */
export interface PlatformFacts {
  /** Product and version: `Moodle 4.5.6`. */
  readonly product: string;
  /** The site's own name. */
  readonly site: string;
  /** Problems that keep the portal from using the platform, each with its remedy; empty for none. */
  readonly problems: readonly Remark[];
  /** Features that the portal does without on this platform, each with its remedy. */
  readonly notes?: readonly Remark[];
  /** How many seconds the platform's clock is before ours, where it tells. */
  readonly secondsAhead?: number | undefined;
}

/** Our longest remark names all functions that a service lacks. */
const mostWords = 2000;

/**
 * A remark for operators: `text` in English for logs and other pages, and code and params for a translation.
 * The platform's words in it are cut and made harmless here, before they are kept or shown.
 */
export function remarkOf(code: RemarkCode | null, text: string, params: Remark['params'] = {}): Remark {
  const present = (words: string) => presentWords(words, mostWords);
  const presented = Object.entries(params).map(([name, words]) => [name, present(words)]);
  return { code, params: Object.fromEntries(presented), text: present(text) };
}

/** How to mend a course that was made for an exam and now bears another code; `found` is that code. */
export function codeChanged(id: string, found: string, code: string): Remark {
  const text = `course ${id}, which was made for this exam, has the code ${found} instead of ${code}: compare the exam with the platform and repair it, or delete the course`;
  return remarkOf('codeChanged', text, { id, found, code });
}

/** Several accounts have one key: nobody knows whose is whose. `which`: why, in the platform's words. */
export function accountTwins(
  all: readonly string[],
  which = 'several accounts on the platform have this key',
): Remark {
  const ids = all.join(', ');
  return remarkOf('accountTwins', `${which}: ${ids}`, { ids });
}

/** An interim address for an account whose own address another account now has; reaches nobody (RFC 2606). */
export function parkedAddress(key: string): string {
  return `${key}@parked.invalid`;
}

/** `what`: the subject and verb, such as `Moodle gave no answer`. */
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

/** `text`: the whole sentence, with the words of the platform. */
export function refusalRemark(text: string, said: string, code: RemarkCode = 'refused'): Remark {
  return remarkOf(code, text, { said });
}

/** Why a job failed or waits, as stored in its row: in English, and as a remark if there was one. */
export interface StoredReason {
  readonly reason: string | null;
  readonly remark: Remark | null;
}

/** Null for a job that neither failed nor waits. */
export function storedRemark({ reason, remark }: StoredReason): Remark | null {
  return reason === null ? null : (remark ?? remarkOf(null, reason));
}
