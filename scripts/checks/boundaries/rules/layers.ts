import type { Import, Rule, SourceFile, Violation } from '../model.ts';
import { type Place, placeOf } from '../place.ts';
import { layers, lineOf } from '../storeys.ts';

/** web: entry → app → pages → features → platform → ui; `ui/` knows neither contract nor translations. */
export const layersGoDown: Rule = function* (files) {
  for (const file of files) {
    const place = placeOf(file.path);
    if (place.floor !== 'web' || place.isTest || !file.path.startsWith('apps/web/src/')) continue;
    const layer = layerOf(file.path, place);
    if (lineOf(layers, layer) < 0 && !file.path.endsWith('.d.ts')) {
      yield {
        path: file.path,
        line: 1,
        rule: 'layers-go-down',
        advice: `${layer}/ is no layer of the web (scripts/checks/boundaries/storeys.ts)`,
      };
    }
    for (const imported of file.imports) yield* checkImport(file, imported);
  }
};

function* checkImport({ path }: SourceFile, { file, line, kind }: Import): Iterable<Violation> {
  if (file === null) return;
  const from = placeOf(path);
  const to = placeOf(file);
  const at = { path, line };
  if (layerOf(path, from) === 'ui' && (to.floor === 'contract' || /\/i18n\//.test(file))) {
    yield {
      ...at,
      rule: 'ui-is-mute',
      advice: 'ui/ knows neither contract nor translations; let the caller pass the words and values in',
    };
    return;
  }
  if (to.floor !== 'web' || !file.startsWith('apps/web/src/')) return;
  if (to.isTest) {
    yield { ...at, rule: 'layers-go-down', advice: `${file} is only for tests` };
  } else if (from.feature !== '' && to.feature !== '' && from.feature !== to.feature) {
    yield {
      ...at,
      rule: 'features-apart',
      advice: `${from.feature} and ${to.feature} meet on a page: pages/ imports both and passes what they need`,
    };
  } else if (from.part !== to.part || from.part === '') {
    const [own, target] = [layerOf(path, from), layerOf(file, to)];
    const isWholeApp = own === 'entry' && target === 'app' && kind !== 'lazy';
    if (own !== target && lineOf(layers, target) <= lineOf(layers, own)) {
      yield {
        ...at,
        rule: 'layers-go-down',
        advice: `${own} may not import ${target}: ${layers.map((line) => line.join(', ')).join(' → ')}`,
      };
    } else if (isWholeApp) {
      yield {
        ...at,
        rule: 'light-entry',
        advice: 'what loads before sign-in takes app/ only with import(), or everybody pays for it',
      };
    }
  }
}

/** A file beside the folders (`entry.tsx`) belongs to the layer that it is named after. */
function layerOf(path: string, { part }: Place): string {
  return part || path.slice('apps/web/src/'.length).replace(/\.\w+$/, '');
}
