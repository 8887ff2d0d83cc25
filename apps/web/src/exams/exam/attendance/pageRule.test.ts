import { expect, test } from 'vitest';
import english from '../../../../public/assets/i18n/en.json';
import french from '../../../../public/assets/i18n/fr.json';
import { translate } from '../../../core/i18n/translate.ts';
import { makePageRule } from './pageRule.ts';

test.each([
  ['fr', 'a4', '"Page " counter(page) " de " counter(pages)'],
  ['en', 'letter', '"Page " counter(page) " of " counter(pages)'],
] as const)('the page rule in %s for %s numbers the pages in its language', (language, paper, content) => {
  const texts = language === 'fr' ? french : english;
  const rule = makePageRule(paper, (key, params) => translate(texts, language, key, params));
  expect(rule).toContain(`size: ${paper};`);
  expect(rule).toContain(`@bottom-right { content: ${content};`);
});
