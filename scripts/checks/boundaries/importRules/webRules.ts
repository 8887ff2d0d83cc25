import type { IForbiddenRuleType } from 'dependency-cruiser';
import { webLayers } from '../layers.ts';
import { tests } from '../place.ts';

const source = '^apps/web/src/';
const pathNot = tests;

/** web: entry → app → pages → rooms of the districts, downward → core/parts → core → ui. */
export const webRules: readonly IForbiddenRuleType[] = [
  ...webLayers.map((layer, index) => ({
    name: 'calls-go-down',
    comment: 'not a lower layer of scripts/checks/boundaries/layers.ts; let a page pass in what is needed',
    from: { path: `${source}(${layer.join('|')})`, pathNot },
    to: { path: `${source}(?:${webLayers.slice(index).flat().join('|')})`, pathNot: [`${source}$1`] },
  })),
  {
    name: 'parts-make-no-calls',
    comment: 'a part shows what it is given; let the room call and pass it in',
    from: { path: `${source}core/parts/`, pathNot },
    to: { path: `${source}core/call/` },
  },
  {
    name: 'tests-apart',
    comment: 'it is only for tests',
    from: { path: source, pathNot },
    to: { path: [`${source}testing/`, `${source}.*(?:\\.test\\.tsx?$|/fixtures/)`] },
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
