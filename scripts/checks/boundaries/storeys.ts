/** The rooms of the server, ground first: a call goes only to an earlier line (ARCHITECTURE.md). */
export const storeys: readonly (readonly string[])[] = [
  ['audit'],
  ['outbox'],
  ['systems'],
  ['access', 'content', 'banners', 'messages', 'learning'],
  ['users'],
  ['factors', 'cohorts'],
  ['account'],
  ['sessions'],
  ['exams', 'invitations'],
  ['imports'],
  ['sweep'],
  ['metrics', 'cli'],
];

/** The layers of the web, top first: an import goes only to a later line. */
export const layers: readonly (readonly string[])[] = [
  ['entry'],
  ['app'],
  ['pages', 'publicPages'],
  ['features'],
  ['platform'],
  ['ui'],
];

/** The line on which a name stands, or -1. */
export function lineOf(lines: readonly (readonly string[])[], name: string): number {
  return lines.findIndex((line) => line.includes(name));
}
