import type { Rule } from '../model.ts';
import { placeOf } from '../place.ts';

const connectors = /^apps\/server\/src\/learning\/connectors\//;
const mayUseConnectors = /^apps\/server\/src\/learning\/(?:connectors\/|learning\.(?:service|worker)\.ts$)/;
const mint = 'mintGrant';
const mintFile = 'apps/server/src/platform/grant.ts';
const mayMint = 'apps/server/src/access/access.service.ts';

/** Files, and one function, that only a named place may take. */
export const guardedFilesAreLeftAlone: Rule = function* (files) {
  for (const { path, imports } of files) {
    const { isTest } = placeOf(path);
    for (const { file, line, names, kind } of imports) {
      if (file === null) continue;
      if (connectors.test(file) && !mayUseConnectors.test(path) && !isTest) {
        yield {
          path,
          line,
          rule: 'connectors-behind-learning',
          advice: 'the learning platforms are spoken to through learning.service.ts and its worker only',
        };
      }
      const takesMint = names.includes(mint) || (file === mintFile && names.includes('*') && kind !== 'type');
      if (takesMint && path !== mayMint) {
        yield {
          path,
          line,
          rule: 'access-mints-grants',
          advice: `only ${mayMint} makes grants; take the grant that the handler was given`,
        };
      }
    }
  }
};
