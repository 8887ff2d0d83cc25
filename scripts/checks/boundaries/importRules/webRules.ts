import type { IForbiddenRuleType } from 'dependency-cruiser';
import { webLayers } from '../layers.ts';
import { tests } from '../place.ts';

const source = '^apps/web/src/';
const feature = `${source}features/([^/]+)/`;
const pathNot = tests;

/** web: entry → app → pages → features → parts → platform → ui. */
export const webRules: readonly IForbiddenRuleType[] = [
  ...webLayers.map((layer, index) => ({
    name: 'layers-go-down',
    comment: `a layer imports only what comes before it: ${webLayers.map((names) => names.join(', ')).join(' → ')}`,
    from: { path: `${source}(${layer.join('|')})[/.]`, pathNot },
    to: { path: `${source}(?:${webLayers.slice(index).flat().join('|')})[/.]`, pathNot: [`${source}$1[/.]`] },
  })),
  {
    name: 'parts-make-no-calls',
    comment: 'a part shows what it is given; let the feature call and pass it in',
    from: { path: `${source}parts/`, pathNot },
    to: { path: `${source}platform/call/` },
  },
  {
    name: 'tests-apart',
    comment: 'it is only for tests',
    from: { path: source, pathNot },
    to: { path: [`${source}testing/`, `${source}.*(?:\\.test\\.tsx?$|/fixtures/)`] },
  },
  {
    name: 'features-apart',
    comment: 'features meet on a page: pages/ imports both and passes what they need',
    from: { path: feature, pathNot },
    to: { path: feature, pathNot: [`${source}features/$1/`] },
  },
  {
    name: 'ui-is-presentational',
    comment: 'ui/ knows neither contract nor translations; let the caller pass the words and values in',
    from: { path: `${source}ui/`, pathNot },
    to: { path: ['^packages/contract/', '/i18n/'] },
  },
  {
    name: 'light-entry',
    comment: 'what loads before sign-in takes app/ only with import(), or everybody pays for it',
    from: { path: `${source}entry\\.tsx?$` },
    to: { path: `${source}app/`, dynamic: false },
  },
];
