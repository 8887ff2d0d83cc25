import type { IForbiddenRuleType } from 'dependency-cruiser';
import { districts, serverLayers } from '../layers.ts';
import { tests } from '../place.ts';

const source = '^apps/server/src/';
const coreRooms = (districts.core ?? []).flat().join('|');
const wholeDistricts = Object.keys(districts).filter((name) => districts[name]?.length === 0);
const anyRoom = `${source}(${wholeDistricts.join('|')}|core/(?:${coreRooms})|(?!core/)[^/]+/[^/]+)/`;
const ground = `${source}core/(?!(?:${coreRooms})/)`;
// Queries have their own rule.
const services = ['\\.(?:service|queries)\\.ts$'];
const queries = `${anyRoom}.*\\.queries\\.ts$`;
const learning = `${source}learning/`;
const inRoom = { path: anyRoom, pathNot: tests };
const inRoot = { path: `${source}[^/]+$`, pathNot: tests };
const besideSource = { path: '^apps/server/(?!src/|bin/)', pathNot: tests };

/** Which rooms may import a room of the server, and through which file. */
export const serverRules: readonly IForbiddenRuleType[] = [
  {
    name: 'core-knows-no-room',
    comment: 'core/ lies under all rooms, its own audit/ and queue/ too; pass in what it needs from app.ts',
    from: { path: ground, pathNot: tests },
    to: { path: anyRoom },
  },
  privateQueries(inRoom, `${source}$1/`),
  privateQueries(inRoot),
  privateQueries(besideSource),
  throughTheService(inRoom, [...services, `${source}$1/`]),
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
    name: 'endpoints-are-served-at-home',
    comment:
      'the district that states an endpoint serves it; what it needs of a higher one is handed in by app.ts',
    from: { path: `${source}([^/]+)/.+\\.routes\\.ts$`, pathNot: tests },
    to: { path: '^packages/contract/src/(?!core/)', pathNot: '^packages/contract/src/$1/' },
  },
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
    from: { pathNot: `${source}identity/access/access\\.service\\.ts$` },
    to: { path: '/mintGrant\\.ts$' },
  },
];

type From = IForbiddenRuleType['from'];

function privateQueries(from: From, pathNot?: string): IForbiddenRuleType {
  const comment = 'only its own room runs a query; call a verb of its service';
  return { name: 'queries-are-private', comment, from, to: { path: queries, ...(pathNot && { pathNot }) } };
}

function throughTheService(from: From, pathNot: string[]): IForbiddenRuleType {
  const comment =
    'a room is imported through its *.service.ts, types included; app.ts takes routes and workers too';
  return { name: 'through-the-service', comment, from, to: { path: anyRoom, pathNot } };
}
