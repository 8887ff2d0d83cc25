import type { Language } from '../core/language.ts';
import type { ProblemCode } from './imports.problems.ts';
import texts from './imports.problemTexts.json' with { type: 'json' };

/** The texts of import problems on the page and the command line; `{name}` marks a parameter. */
export const problemTexts: Readonly<Record<ProblemCode, Readonly<Record<Language, string>>>> = texts;
