import { readFileSync } from 'node:fs';
import { csvText } from '@guichet/contract/core/csv';
import { languages } from '@guichet/contract/core/language';
import { describe, expect, it } from 'vitest';
import { readAll } from '../fixtures/readAll.ts';

const assets = new URL('../../../../web/public/assets/i18n/', import.meta.url);
const columns = 'firstName lastName email role studentNumber language mail platform isAttested'.split(' ');

describe.each(languages)('the exported list of candidates in %s', (language) => {
  const texts: Record<string, string> = JSON.parse(readFileSync(new URL(`${language}.json`, assets), 'utf8'));
  const word = (key: string) => texts[key] ?? key;

  it('is read as it is, with the language of each candidate and no doubt about a column', () => {
    const states = [word('MailState.sent'), word('PlatformState.done'), word('User.Attested')];
    const { candidates, problems } = readAll(
      csvText(
        [
          columns.map((column) => word(`User.${column}`)),
          ['Zoé', 'Côté', 'zoe@etu.example.ca', 'DC', '0300123', word('Language.en'), ...states],
          ['Noé', 'Roy', 'noe@etu.example.ca', 'DC', '', word('Language.fr'), '', '', ''],
        ],
        language,
      ),
    );
    expect(problems).toEqual([]);
    expect(candidates).toMatchObject([
      { firstName: 'Zoé', email: 'zoe@etu.example.ca', studentNumber: '0300123', language: 'en' },
      { firstName: 'Noé', email: 'noe@etu.example.ca', studentNumber: null, language: 'fr' },
    ]);
  });
});
