import type { IForbiddenRuleType } from 'dependency-cruiser';
import { districts } from '../layers.ts';
import { tests } from '../place.ts';

const database = '^apps/server/src/core/database/';
const product = '^(?:packages|apps)/';
/** Files that hold SQL. Regular expressions. */
export const sqlFiles = [
  '\\.queries\\.ts$',
  database,
  '^apps/server/migrations/',
  '^apps/learning-platform/src/(?:surroundings|tables)\\.ts$',
];
// Starts the product on a Node that may be too old for the rest of it.
const launcher = '^apps/server/bin/';
const processPool = '/core/runtime/concurrency/processPool\\.ts$';
/** `guichet move` stops and starts the portal by the commands that its operator types. */
const portalSwitch = '^apps/server/src/operations/cli/move/portalSwitch\\.ts$';

/** Rules between the packages, and for third-party packages. */
export const productRules: readonly IForbiddenRuleType[] = [
  ...Object.keys(districts).map((district, index, all) => ({
    name: 'calls-go-down',
    comment: 'a district of the contract rests on earlier ones only; state the value in the lower one',
    from: { path: `^packages/contract/src/${district}/`, pathNot: tests },
    to: { path: `^packages/contract/src/(?:${all.slice(index + 1).join('|') || '(?!)'})/` },
  })),
  {
    name: 'imports-can-be-followed',
    comment: 'it leads to no file; write its path with its ending as plain text',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-cycles',
    comment: 'move what both sides need into a file that imports neither',
    from: {},
    to: { circular: true },
  },
  {
    name: 'contract-alone',
    comment: 'the contract imports only zod and itself; move what needs more to the server or the web',
    from: { path: '^packages/contract/src/', pathNot: tests },
    to: { pathNot: ['^packages/contract/', '(?:^|/)node_modules/zod/'] },
  },
  {
    name: 'packages-apart',
    comment: 'server and web never import one another; what both need is stated in packages/contract',
    from: { path: '^apps/(server|web)/', pathNot: launcher },
    to: { path: '^apps/(?:server|web)/', pathNot: '^apps/$1/' },
  },
  {
    name: 'platform-alone',
    comment: 'the built-in platform knows nothing of the portal; let the program that mounts it hand it in',
    from: { path: '^apps/learning-platform/', pathNot: tests },
    to: { path: '^apps/(?!learning-platform/)' },
  },
  {
    name: 'platform-behind-its-connector',
    comment: 'the portal knows the built-in platform by its connector and an address only',
    from: {
      path: '^apps/(?!learning-platform/)',
      pathNot: [
        '^apps/server/src/(?:app|learning/(?:learning\\.service|connectors/builtin))\\.ts$',
        ...tests,
      ],
    },
    to: { path: '^apps/learning-platform/' },
  },
  {
    name: 'product-alone',
    comment: 'that is not part of the product; the product must not need it',
    from: { path: product, pathNot: [launcher, ...tests] },
    to: { path: ['^(?:scripts|e2e|bench|faults)/', launcher] },
  },
  keptBy(
    'sql-in-queries',
    'kysely',
    sqlFiles,
    'SQL stands in *.queries.ts, platform/database/ and migrations; write a named query of the module',
  ),
  keptBy(
    'drivers-in-database',
    '(?:pg|@electric-sql/pglite)',
    [database],
    'the drivers are opened in platform/database/ only; take the handle of the context',
  ),
  keptBy(
    'mail-through-outbox',
    'nodemailer',
    ['^apps/server/src/mail/outbox/'],
    'mails leave through the outbox only: queue the mail with outbox.service.ts',
  ),
  {
    name: 'no-child-processes',
    comment:
      'the portal starts no program but itself, for what reads from outside, and evaluates no text as code',
    from: { path: product, pathNot: [launcher, ...tests, processPool, portalSwitch] },
    to: { path: '^(?:node:)?(?:child_process|vm)$' },
  },
];

/** Restricts a package to some files, so that the rest of the product does not depend on it. */
function keptBy(
  name: string,
  packages: string,
  where: readonly string[],
  comment: string,
): IForbiddenRuleType {
  return {
    name,
    comment,
    from: { path: product, pathNot: [launcher, ...tests, ...where] },
    to: { path: `(?:^|/)node_modules/${packages}/` },
  };
}
