import type { Import, Rule } from '../model.ts';
import { placeOf } from '../place.ts';

const schemaLibrary = 'zod';
const contractSource = /^packages\/contract\/src\//;

/** contract ↛ anything but the schema library and itself; server ↮ web; neither ↛ scripts, e2e, bench, faults. */
export const floorsStandAlone: Rule = function* (files) {
  for (const { path, imports } of files) {
    const { floor, isTest } = placeOf(path);
    if (floor === 'outside') continue;
    for (const imported of imports) {
      const { file, package: name, line } = imported;
      const target = file === null ? null : placeOf(file).floor;
      if (contractSource.test(path) && !isTest && isForeignToContract(imported)) {
        yield {
          path,
          line,
          rule: 'contract-alone',
          advice: `the contract imports only ${schemaLibrary} and itself; move what needs ${file ?? name} to the server or the web`,
        };
      } else if (target === 'outside' && !isTest) {
        const advice = `${file} is not part of the product; the product must not need it`;
        yield { path, line, rule: 'floors-apart', advice };
      } else if ((floor === 'server' && target === 'web') || (floor === 'web' && target === 'server')) {
        const advice =
          'server and web never import one another; what both need is stated in packages/contract';
        yield { path, line, rule: 'floors-apart', advice };
      }
    }
  }
};

function isForeignToContract({ file, package: name }: Import): boolean {
  if (file !== null) return placeOf(file).floor !== 'contract';
  return name !== null && name !== schemaLibrary;
}
