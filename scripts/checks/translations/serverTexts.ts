import { type Argument, type Expression, parseSync, Visitor } from 'oxc-parser';

type Language = 'fr' | 'en';

export interface ServerText {
  readonly language: Language;
  readonly text: string;
  readonly line: number;
}

const languageOf: Readonly<Record<string, Language>> = { fr: 'fr', french: 'fr', en: 'en', english: 'en' };

/**
 * The texts of a source file outside the pages: strings in a property `fr` or `en`, or in a variable of that name.
 * Tags of a locale are no texts, and each value of a template is `{}`.
 */
export function readServerTexts(path: string, source: string): ServerText[] {
  const texts: ServerText[] = [];
  const gather = (name: string, inside: Expression | Argument) => {
    const language = languageOf[name];
    if (language === undefined) return;
    const add = (text: string, start: number) => {
      if (/\p{L}{3}/u.test(text) && !/^[a-z]{2}-[A-Z]{2}$/.test(text))
        texts.push({ language, text: plain(text), line: source.slice(0, start).split('\n').length });
    };
    const code = source.slice(inside.start, inside.end);
    const { program } = parseSync(path, `(${code})`);
    new Visitor({
      Literal: ({ value, start }) => {
        if (typeof value === 'string') add(value, inside.start + start);
      },
      TemplateLiteral: ({ quasis, start }) =>
        add(quasis.map(({ value }) => value.cooked ?? '').join('{}'), inside.start + start),
    }).visit(program);
  };
  new Visitor({
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && 'start' in value) gather(key.name, value as Expression);
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init) gather(id.name, init);
    },
  }).visit(parseSync(path, source).program);
  return texts;
}

/** Without tags and without JSON that a text quotes as an example. */
function plain(text: string): string {
  return text
    .replace(/<[^>]*>/g, '')
    .replace(/'\{[^}]*\}'/g, '{}')
    .trim();
}
