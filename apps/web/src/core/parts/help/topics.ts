/** The screens with a help page, in `help.fr.json` and `help.en.json`. */
export const helpTopics = [
  'home',
  'ownHome',
  'ownExams',
  'account',
  'systems',
  'contacts',
  'platforms',
  'consent',
  'applications',
  'enterApplication',
  'launch',
  'providers',
  'users',
  'content',
  'exam',
  'presence',
  'attendance',
  'results',
  'letter',
  'drift',
  'outbox',
  'corrections',
  'audit',
  'spaces',
  'email',
  'import',
  'cohorts',
  'candidates',
  'support',
] as const;
export type HelpTopic = (typeof helpTopics)[number];

export interface HelpPage {
  readonly title: string;
  /** The purpose of the screen. */
  readonly about: string;
  /** The steps that a user takes there. */
  readonly steps: readonly string[];
  /** Actions that cannot be undone; empty when all can. */
  readonly final: readonly string[];
  /** The screen's own keys, in addition to the keys of every screen. */
  readonly keys: readonly { readonly press: string; readonly does: string }[];
}

export type HelpPages = Readonly<Record<HelpTopic, HelpPage>>;
