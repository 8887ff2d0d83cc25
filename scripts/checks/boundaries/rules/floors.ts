import type { Rule } from '../model.ts';
import { placeOf } from '../place.ts';

const schemaLibrary = 'zod';

/** contract ↛ anything but the schema library and itself; server ↮ web; neither ↛ scripts, e2e, bench. */
export const floorsStandAlone: Rule = function* (files) {
  for (const { path, imports } of files) {
    const { floor, isTest } = placeOf(path);
    if (floor === 'outside') continue;
    for (const { file, package: name, line } of imports) {
      const target = file === null ? null : placeOf(file).floor;
      if (
        floor === 'contract' &&
        !isTest &&
        (target === null ? name !== schemaLibrary && name !== null : target !== 'contract')
      ) {
        yield {
          path,
          line,
          rule: 'contract-alone',
          advice: `the contract imports only ${schemaLibrary} and itself; move what needs ${file ?? name} to the server or the web`,
        };
      } else if (target === 'outside' && !isTest) {
        yield {
          path,
          line,
          rule: 'floors-apart',
          advice: `${file} is not part of the product; the product must not need it`,
        };
      } else if ((floor === 'server' && target === 'web') || (floor === 'web' && target === 'server')) {
        yield {
          path,
          line,
          rule: 'floors-apart',
          advice: 'server and web never import one another; what both need is stated in packages/contract',
        };
      }
    }
  }
};
