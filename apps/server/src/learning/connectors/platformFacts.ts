import { type Remark, type RemarkCode, wordRemark } from '@guichet/contract/learning/learning.remarks';
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

const present = (words: string) => presentWords(words, mostWords);

/**
 * A remark for operators: code and params for the words of each language, and the English text for logs.
 * The platform's words (`said`) are cut and made harmless here, before they are kept or shown.
 */
export function makeRemark(
  code: RemarkCode,
  params: Readonly<Record<string, string | number | readonly string[]>> = {},
): Remark {
  const presented = Object.entries(params).map(([name, value]) => [
    name,
    present(typeof value === 'object' ? value.join(', ') : String(value)),
  ]);
  const texts: Remark['params'] = Object.fromEntries(presented);
  const words = wordRemark(code, texts, 'en');
  const { said } = texts;
  return { code, params: texts, text: present(said && !words.includes(said) ? `${words} (${said})` : words) };
}

/** A remark that the portal has no words for. */
export function plainRemark(text: string): Remark {
  return { code: null, params: {}, text: present(text) };
}

/** An interim address for an account whose own address another account now has; reaches nobody (RFC 2606). */
export function parkedAddress(key: string): string {
  return `${key}@parked.invalid`;
}

/** Why a job failed or waits, as stored in its row: in English, and as a remark if there was one. */
export interface StoredReason {
  readonly reason: string | null;
  readonly remark: Remark | null;
}

/** Null for a job that neither failed nor waits. */
export function storedRemark({ reason, remark }: StoredReason): Remark | null {
  return reason === null ? null : (remark ?? plainRemark(reason));
}
