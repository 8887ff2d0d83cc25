import type { IForbiddenRuleType } from 'dependency-cruiser';
import { serverLayers } from '../layers.ts';
import { tests } from '../place.ts';

const source = '^apps/server/src/';
const anyModule = `${source}(?!platform/)([^/]+)/`;
// Queries have their own rule.
const services = ['\\.(?:service|queries)\\.ts$'];
const queries = `${anyModule}.+\\.queries\\.ts$`;
const learning = `${source}learning/`;
const inModule = { path: anyModule, pathNot: tests };
const inRoot = { path: `${source}[^/]+$`, pathNot: tests };
const besideSource = { path: '^apps/server/(?!src/|bin/)', pathNot: tests };

/** Which modules may import a module of the server, and through which file. */
export const serverRules: readonly IForbiddenRuleType[] = [
  {
    name: 'platform-knows-no-module',
    comment: 'platform/ lies under all modules; pass in what it needs from app.ts',
    from: { path: `${source}platform/`, pathNot: tests },
    to: { path: anyModule },
  },
  privateQueries(inModule, `${source}$1/`),
  privateQueries(inRoot),
  privateQueries(besideSource),
  throughTheService(inModule, [...services, `${source}$1/`]),
  throughTheService(inRoot, [...services, '\\.(?:routes|worker)\\.ts$']),
  throughTheService(besideSource, services),
  ...serverLayers.map((layer, index) => ({
    name: 'calls-go-down',
    comment:
      'not a lower layer of scripts/checks/boundaries/layers.ts; let the caller pass in what is needed',
    from: { path: `${source}(${layer.join('|')})/`, pathNot: tests },
    to: { path: `${source}(?:${serverLayers.slice(index).flat().join('|')})/`, pathNot: `${source}$1/` },
  })),
  {
    name: 'connectors-behind-learning',
    comment: 'the learning platforms are called through learning.service.ts and its worker only',
    from: {
      path: '^apps/',
      pathNot: [`${learning}(?:connectors/|learning\\.(?:service|worker)\\.ts$)`, ...tests],
    },
    to: { path: `${learning}connectors/` },
  },
  {
    name: 'access-mints-grants',
    comment: 'only access.service.ts makes grants; take the grant that the handler was given',
    from: { pathNot: `${source}access/access\\.service\\.ts$` },
    to: { path: '/mintGrant\\.ts$' },
  },
];

type From = IForbiddenRuleType['from'];

function privateQueries(from: From, pathNot?: string): IForbiddenRuleType {
  const comment = 'only its own module runs a query; call a verb of its service';
  return { name: 'queries-are-private', comment, from, to: { path: queries, ...(pathNot && { pathNot }) } };
}

function throughTheService(from: From, pathNot: string[]): IForbiddenRuleType {
  const comment =
    'a module is imported through its *.service.ts, types included; app.ts takes routes and workers too';
  return { name: 'through-the-service', comment, from, to: { path: anyModule, pathNot } };
}
