import { describe, expect, it } from 'vitest';
import { unescapeText } from './escapedText.ts';

describe('a text that passed through another program', () => {
  it.each([
    ['O&#039;Brien', 'O’Brien'.replace('’', "'")],
    ['M&eacute;lanie', 'Mélanie'],
    ['Lef&amp;egrave;vre', 'Lefèvre'],
    ['D&amp;Souza', 'D&Souza'],
    ['N&#xFA;&ntilde;ez', 'Núñez'],
    ['D&rsquo;Amours', 'D’Amours'],
    ['D&#146;Amours', 'D’Amours'],
    ['Roy&nbsp', 'Roy\u00a0'],
    ['&#1051;&#1077;&#1074;', 'Лев'],
    [' "Côté"', 'Côté'],
    [' "Roy, Jr."', 'Roy, Jr.'],
    ['"Jean ""Ti-Jean"" Roy"', 'Jean "Ti-Jean" Roy'],
    ['“Ève”', 'Ève'],
    ['« Ève »', 'Ève'],
    ['„Ève“', 'Ève'],
    ["'Ève'", 'Ève'],
    ["O\\'Connor", "O'Connor"],
    ["O\\\\'Connor", "O'Connor"],
    ["O''Brien", "O'Brien"],
    ['M\\u00e9lanie', 'Mélanie'],
    ['M%C3%A9lanie%20Roy', 'Mélanie Roy'],
    ['O%27Brien', "O'Brien"],
    ['M=C3=A9lanie', 'Mélanie'],
    ['M=E9lanie', 'Mélanie'],
    ['Jean\u2011Paul', 'Jean-Paul'],
    ['"p0&amp;x@etu.example.ca"', 'p0&x@etu.example.ca'],
    [' ""', ''],
  ])('%j was %j', (cell, text) => expect(unescapeText(cell)).toBe(text));

  it.each([
    'Côté',
    "O'Brien",
    "'t Hooft",
    'D’Amours',
    'D&Souza',
    'Smith & Sons',
    'AT&T;',
    'Marie "Mimi" Roy',
    '"Mimi" Roy "Jr"',
    'Jean–Paul',
    '\\N',
    '100%',
    '50%30',
    'a%41@x.ca',
    '=A1',
    "Ma'a''",
    'سارة',
  ])('%j stays', (cell) => expect(unescapeText(cell)).toBeNull());
});
