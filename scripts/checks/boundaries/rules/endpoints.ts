import { districts } from '../layers.ts';
import type { Rule, SourceFile } from '../model.ts';
import { placeOf } from '../place.ts';

const order = Object.keys(districts);
const contractSource = 'packages/contract/src/';

/** Files below all districts that call for each of them: they renew the session, and prove who is there. */
const belowAll = ['apps/web/src/core/call/renewSession.ts', 'apps/web/src/core/forms/proof.ts'];

/**
 * A district of the server serves the endpoints that it states. A room of the web calls the endpoints of its own district and of
 * those below; a page may call all.
 */
export const endpointsStayInDistricts: Rule = function* (files) {
  const endpoints = new Set(files.flatMap(statedEndpoints));
  for (const file of files) {
    const { path, uses } = file;
    const { part } = placeOf(path);
    for (const { what, text, line } of uses) {
      if (what !== 'contractValue' || !endpoints.has(text)) continue;
      const [district = ''] = text.split('/');
      if (isServing(file) && district !== part) {
        const advice = `${text} is an endpoint of ${district}; serve it there, or state it in ${part}`;
        yield { path, line, rule: 'endpoints-of-own-district', advice };
      }
      if (isCalling(file) && order.indexOf(district) > order.indexOf(part)) {
        const advice = `${text} is an endpoint of ${district}, above ${part}; let a page call it and pass in what is needed`;
        yield { path, line, rule: 'endpoints-of-lower-districts', advice };
      }
    }
  }
};

function isServing({ path }: SourceFile): boolean {
  const { package: name, isTest } = placeOf(path);
  return name === 'server' && !isTest && path.endsWith('.routes.ts');
}

function isCalling({ path }: SourceFile): boolean {
  const { package: name, part, room, isTest } = placeOf(path);
  return name === 'web' && !isTest && (room !== null || part === 'core') && !belowAll.includes(path);
}

/** The endpoints that a file of the contract states, as `exams/exams listExams`. */
function statedEndpoints({ path, uses }: SourceFile): string[] {
  if (!path.startsWith(contractSource)) return [];
  const module = path.slice(contractSource.length).replace(/\.ts$/, '');
  return uses.flatMap(({ what, text }) => (what === 'endpoint' ? [`${module} ${text}`] : []));
}
