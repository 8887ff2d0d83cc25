import type { Language } from '../core/language.ts';

/** The facts with a text in each language, French before English. */
export const examTextNames = [
  'titleFr',
  'titleEn',
  'placeFr',
  'placeEn',
  'instructionsFr',
  'instructionsEn',
] as const;
export type ExamTextName = (typeof examTextNames)[number];
type ExamTexts = Readonly<Record<ExamTextName, string>>;

export function languageOfText(name: ExamTextName): Language {
  return name.endsWith('En') ? 'en' : 'fr';
}

function textInOtherLanguage(name: ExamTextName): ExamTextName {
  return `${name.slice(0, -2)}${languageOfText(name) === 'en' ? 'Fr' : 'En'}` as ExamTextName;
}

/**
 * The texts that stay as they are while the same text in the other language changes from `former` to `present`, and those
 * of `behind`, which have stayed before. A text that changes itself, or is empty, is not behind.
 */
export function findTextsBehind(
  { former, present }: { readonly former: ExamTexts; readonly present: ExamTexts },
  behind: readonly ExamTextName[],
): ExamTextName[] {
  const isChanged = (name: ExamTextName) => former[name] !== present[name];
  return examTextNames.filter((name) => {
    const other = textInOtherLanguage(name);
    if (isChanged(name) || present[name] === '' || present[other] === '') return false;
    // A text that was behind catches up: the other one did not change on its own.
    return behind.includes(name) || (isChanged(other) && former[other] !== '' && !behind.includes(other));
  });
}
