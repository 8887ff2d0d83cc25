import * as z from 'zod/mini';

export const languages = ['fr', 'en'] as const;
export const Language = z.enum(languages);
export type Language = z.infer<typeof Language>;

export function otherLanguage(language: Language): Language {
  return language === 'fr' ? 'en' : 'fr';
}

/**
 * A formatted day as it is written: « 1er mai 2027 » in French, which no locale format does, and in both languages no line
 * break between the day and its month.
 */
export function writeDay(words: string, language: Language): string {
  return language === 'fr'
    ? words.replace(/(?<!\d)1 (?=\p{L})/u, '1er ').replace(/(?<!\d)(\d{1,2}(?:er)?) (?=\p{L})/u, '$1\u00A0')
    : words.replace(/(?<=\p{L}) (?=\d{1,2},)/u, '\u00A0');
}

/** The number of a language in forms, imports and messages: 1 French, 2 English (S9). Sent as text in paths and forms. */
export const formLanguageId = z.codec(z.union([z.literal([1, 2]), z.literal(['1', '2'])]), Language, {
  decode: (wire) => (Number(wire) === 2 ? 'en' : 'fr'),
  encode: (language) => (language === 'fr' ? 1 : 2),
});

/** The number of a language in system content: 0 French, 1 English (S9). */
export const contentLanguageId = z.codec(z.union([z.literal([0, 1]), z.literal(['0', '1'])]), Language, {
  decode: (wire) => (Number(wire) === 1 ? 'en' : 'fr'),
  encode: (language) => (language === 'fr' ? 0 : 1),
});
