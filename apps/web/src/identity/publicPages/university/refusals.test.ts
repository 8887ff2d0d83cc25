import { refusals } from '@guichet/contract/identity/federation';
import { expect, test } from 'vitest';
import english from '../../../../public/assets/i18n/en.json';
import french from '../../../../public/assets/i18n/fr.json';

test.each(refusals)('the sentence of the refusal `%s` says whom to write to, in both languages', (why) => {
  expect(french[`Federation.Refused.${why}`]).toMatch(/secrétariat|soutien informatique de l’université\.$/);
  expect(english[`Federation.Refused.${why}`]).toMatch(/office\.$|university’s IT support\.$/);
});
