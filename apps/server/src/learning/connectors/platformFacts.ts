import type { Remark, RemarkCode } from '@guichet/contract/learning.platforms';

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

/** What an operator reads in her language, with the same in English for logs and for other pages. */
export function remarkOf(code: RemarkCode | null, text: string, params: Remark['params'] = {}): Remark {
  return { code, params, text };
}
