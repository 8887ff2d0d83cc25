import type { ProblemCode } from '@guichet/contract/imports.problems';

// A single dash or dot replaces a name that the person does not have.
const formulaStart = /^(?:[=+@＝＋＠]|[-－](?![-－.]*$))/;
const errorValue =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|VALEUR!|NOM\s?\?|NUL!|NOMBRE!|SPILL!|CALC!)$|^Err:\d+$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: detects control characters
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
// UTF-8 decoded as Windows-1252: é became Ã©, ’ became â€™.
const misread =
  /[ÃÅ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|Â[\u0080-\u00bf]|â€|√[©®†¢´™ß]|\p{Ll}Ã(?:\s|$)|\ufffd/u;

/** The fault of a text independent of its field; null if there is none. */
export function textFault(text: string): ProblemCode | null {
  if (formulaStart.test(text)) return 'import.looksLikeFormula';
  if (errorValue.test(text)) return 'import.errorValue';
  if (control.test(text)) return 'import.controlCharacter';
  return misread.test(text) || !text.isWellFormed() ? 'import.lostCharacters' : null;
}
