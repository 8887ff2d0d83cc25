import type { Language } from './core/language.ts';
import type { ProblemCode } from './imports.problems.ts';
import texts from './imports.problemTexts.json' with { type: 'json' };

/** What is wrong with a list, as the page and the command line say it; `{name}` marks a parameter of the problem. */
export const problemTexts: Readonly<Record<ProblemCode, Readonly<Record<Language, string>>>> = texts;
