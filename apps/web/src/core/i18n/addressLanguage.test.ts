import { expect, test } from 'vitest';
import { addressInLanguage, languageInAddress } from './addressLanguage.ts';

const at = (pathname: string, search = '') => ({ pathname, search });

test('S2.3 the first segment of the path is the language', () => {
  expect(languageInAddress(at('/en/pdi', '?lang=fr'))).toBe('en');
  expect(languageInAddress(at('/FR'))).toBe('fr');
  expect(languageInAddress(at('/french/pdi'))).toBeNull();
});

test('S2.24 a link in a mail has it in its query', () => {
  expect(languageInAddress(at('/reset-password', '?lang=en'))).toBe('en');
  expect(languageInAddress(at('/reset-password', '?lang=EN'))).toBe('en');
  expect(languageInAddress(at('/reset-password', '?lang=de'))).toBeNull();
});

test('the same page in the other language differs only in that', () => {
  expect(addressInLanguage(at('/fr/pdi', '?orgId=7'), 'en')).toBe('/en/pdi?orgId=7');
  expect(addressInLanguage(at('/reset-password', '?lang=fr&systemId=3'), 'en')).toBe(
    '/reset-password?lang=en&systemId=3',
  );
  expect(addressInLanguage(at('/dc/configuration'), 'en')).toBe('/dc/configuration');
});
