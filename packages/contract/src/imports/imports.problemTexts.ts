import type { Language } from '../core/language.ts';
import type { Problem, ProblemCode } from './imports.problems.ts';
import texts from './imports.problemTexts.json' with { type: 'json' };

type Text = Readonly<Record<Language, string>>;

const problemTexts: Readonly<Record<ProblemCode, Text>> = texts;

/** The text of an import problem on the page and the command line; `{name}` marks a parameter. */
export function problemText({ code, params }: Pick<Problem, 'code' | 'params'>): Text {
  return code === 'import.emailInvalid' && params?.character !== undefined
    ? texts['import.emailInvalid.character']
    : problemTexts[code];
}
