/** The modules of the server, lowest layer first: an import goes only to an earlier line (ARCHITECTURE.md). */
export const serverLayers: readonly (readonly string[])[] = [
  ['audit', 'richText'],
  ['university'],
  ['queue'],
  ['outbox'],
  ['systems'],
  ['access', 'content', 'banners', 'messages', 'learning'],
  ['users'],
  ['factors', 'cohorts'],
  ['account'],
  ['sessions'],
  ['invitations'],
  ['reminders'],
  ['exams', 'candidate'],
  ['imports', 'support'],
  ['home', 'views'],
  ['sweep'],
  ['metrics', 'cli'],
];

/**
 * The layers of the web, lowest first: an import goes only to an earlier line. A file outside the folders is a layer of
 * its own.
 */
export const webLayers: readonly (readonly string[])[] = [
  ['ui'],
  ['platform'],
  // UI shared by several features: it has texts, and makes no call.
  ['parts'],
  ['features'],
  ['pages', 'publicPages'],
  ['app'],
  ['entry'],
];
