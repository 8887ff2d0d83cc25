const noBreak = '\u00A0\u202F';

/** Each typographic rule, with its message. */
const rules: readonly { languages: string; fault: RegExp; advice: string }[] = [
  { languages: 'fr en', fault: /'/, advice: 'a straight apostrophe: write ’' },
  { languages: 'fr en', fault: /"/, advice: 'straight quotation marks: write « » in French, “ ” in English' },
  { languages: 'fr en', fault: /\.\.\./, advice: 'three dots: write …' },
  { languages: 'fr en', fault: /(?<!\.)\.\.(?!\.)|[,;:!?]{2}|…\./, advice: 'double punctuation' },
  { languages: 'fr en', fault: /^\s|\s$| {2}/, advice: 'a blank too many' },
  { languages: 'fr', fault: /[^\u00A0\u202F]:(?=\s|$)/u, advice: 'a colon takes a no-break space before it' },
  {
    languages: 'fr',
    fault: new RegExp(`«[^${noBreak}]|[^${noBreak}]»`, 'u'),
    advice: '« and » take no-break spaces inside',
  },
  {
    languages: 'fr',
    fault: /\s[;!?](?=\s*(?:[\p{L}\p{N}«]|$))/u,
    advice: 'no space before ; ! ? in Canadian French',
  },
  {
    languages: 'fr',
    fault: /[\d}] (?:Mo|ko|%|minutes?|secondes?|pixels|caractères)(?!\p{L})/u,
    advice: 'a no-break space between a number and its unit',
  },
  {
    languages: 'en',
    fault: /\s[:;!?](?=\s*(?:[\p{L}\p{N}“]|$))/u,
    advice: 'no space before : ; ! ? in English',
  },
];

/** The typographic faults of a text. */
export function findTypographyFaults(language: 'fr' | 'en', text: string): string[] {
  return rules
    .filter(({ languages, fault }) => languages.includes(language) && fault.test(text))
    .map(({ advice }) => advice);
}
