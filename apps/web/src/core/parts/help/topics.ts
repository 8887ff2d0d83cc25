/** The screens that have a page of help, in `help.fr.json` and `help.en.json`. */
export const helpTopics = [
  'home',
  'ownExams',
  'account',
  'systems',
  'platforms',
  'consent',
  'users',
  'content',
  'exam',
  'attendance',
  'results',
  'drift',
  'outbox',
  'corrections',
  'audit',
  'spaces',
  'email',
  'import',
  'cohorts',
  'candidates',
] as const;
export type HelpTopic = (typeof helpTopics)[number];

export interface HelpPage {
  readonly title: string;
  /** What the screen is for. */
  readonly about: string;
  /** What one does there. */
  readonly steps: readonly string[];
  /** What cannot be undone; empty where everything can. */
  readonly final: readonly string[];
  /** Keys of this screen, beside those of every screen. */
  readonly keys: readonly { readonly press: string; readonly does: string }[];
}

export type HelpPages = Readonly<Record<HelpTopic, HelpPage>>;
