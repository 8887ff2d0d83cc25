/**
 * The districts, the same in all three packages, from the ground up (ARCHITECTURE.md), each with its rooms on the server,
 * lowest layer first. An import goes only to an earlier line. A district without rooms is one room.
 */
export const districts: Readonly<Record<string, readonly (readonly string[])[]>> = {
  core: [['audit'], ['queue']],
  systems: [['university', 'broadcast'], ['system'], ['content', 'banners']],
  mail: [
    ['richText', 'texts'],
    ['outbox', 'messages'],
  ],
  learning: [],
  identity: [
    ['access'],
    ['users'],
    ['factors'],
    ['account'],
    ['sessions'],
    ['saml'],
    ['provider'],
    ['federation'],
  ],
  exams: [['facts'], ['enrolments'], ['results'], ['notices'], ['places'], ['exam', 'candidate', 'lti']],
  imports: [],
  overview: [['support'], ['home', 'views']],
  operations: [['sweep'], ['metrics', 'cli']],
};

/** The rooms of the server as paths in its `src`, lowest layer first. The rest of `core` lies under them all. */
export const serverLayers: readonly (readonly string[])[] = Object.entries(districts).flatMap(
  ([district, layers]) =>
    layers.length === 0 ? [[district]] : layers.map((rooms) => rooms.map((room) => `${district}/${room}`)),
);

/**
 * The layers of the web, lowest first, as regular expressions of paths in its `src`: an import goes only to an earlier line.
 * A page composes what it shows, also from rooms of later districts.
 */
export const webLayers: readonly (readonly string[])[] = [
  ['ui/'],
  ['core/(?!parts/|audit/|pages/)'],
  // UI shared by several rooms: it has texts, and makes no call.
  ['core/parts/'],
  // Rooms meet on a page, which passes them what they need of one another.
  serverLayers.flat().map((room) => `${room}/(?!pages/)`),
  ['core/pages/', 'systems/pages/', 'learning/pages/', 'identity/publicPages/'],
  ['identity/pages/'],
  ['mail/pages/', 'exams/pages/'],
  ['overview/pages/'],
  ['app/'],
  ['entry[/.]'],
];
