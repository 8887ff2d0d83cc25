import { serverLayers, webLayers } from '../layers.ts';
import type { Rule, Violation } from '../model.ts';
import { moduleOf, placeOf } from '../place.ts';

const where = 'scripts/checks/boundaries/layers.ts';

/** A term of the pages leads to one folder per package, so a module has the same name in each. */
export const modulesShareNames: Rule = function* (files) {
  const paths = new Set(files.map(({ path }) => path));
  const modules = new Set(files.map(({ path }) => moduleOf(placeOf(path))));
  for (const module of modules) {
    if (module === null) continue;
    const path = `apps/server/src/${module}`;
    if (!serverLayers.flat().includes(module)) yield misnamed(path, `give ${module} its layer in ${where}`);
    // A module without HTTP endpoints has no file in the contract.
    if (paths.has(`${path}/${module}.routes.ts`) && !paths.has(`packages/contract/src/${module}.ts`))
      yield misnamed(path, `state its endpoints in packages/contract/src/${module}.ts`);
  }
  for (const feature of new Set(files.map(({ path }) => placeOf(path).feature))) {
    if (feature === '' || modules.has(feature)) continue;
    const advice = `no module of the server is called ${feature}; take the name of the module that it shows`;
    yield misnamed(`apps/web/src/features/${feature}`, advice);
  }
  for (const { path } of files) {
    const [, layer] = /^apps\/web\/src\/(\w+)[/.](?!d\.ts)/.exec(path) ?? [];
    if (!layer || layer === 'testing' || webLayers.flat().includes(layer)) continue;
    yield { path, line: 1, rule: 'layers-go-down', advice: `${layer} is no layer of the web (${where})` };
  }
};

function misnamed(path: string, advice: string): Violation {
  return { path, line: 1, rule: 'module-names', advice };
}
