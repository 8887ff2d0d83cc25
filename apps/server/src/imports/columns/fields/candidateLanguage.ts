import { fold } from '@guichet/contract/core/fold';
import type { Language } from '@guichet/contract/core/language';
import type { SheetRow } from '../../formats/sheet.ts';
import { cleanCell, isNothing, type Reading } from './candidateFields.ts';
import type { ColumnReader } from './listColumn.ts';

const languageWords: Record<Language, string> = {
  fr: '1 f fr fra fre franc cfr caf fr-ca fr-fr fr_ca fr_fr francais francaise french',
  en: '2 e en eng ce an ang angl en-ca en-us en-gb en_ca en_us en_gb anglais anglaise english',
};

/** Known spellings, matched exactly first, then folded. */
const languageOf = new Map(
  (['fr', 'en'] as const).flatMap((language) =>
    languageWords[language].split(' ').flatMap((word): [string, Language][] => [
      [word, language],
      [word.toUpperCase(), language],
    ]),
  ),
);

/** Words beside a language that have no meaning here. */
const regions = new Set(['canada', 'ca', 'us', 'usa', 'uk', 'gb', 'france', 'quebec', 'ontario']);
const longestWord = 60;

/** Null: the line states no language. « Français / French » is the same language twice. */
export function readLanguage(cell: string): Reading<Language | null> {
  const short = languageOf.get(cell);
  if (short) return { value: short };
  const value = cleanCell(cell);
  if (isNothing(value)) return { value: null };
  const language = value.length <= longestWord ? languageNamed(fold(value)) : undefined;
  return language ? { value: language } : { fault: 'import.languageUnknown' };
}

function languageNamed(folded: string): Language | undefined {
  const whole = languageOf.get(folded);
  if (whole) return whole;
  const parts = folded.split(/[\s./|()[\],;:–—-]+/).filter((part) => part !== '' && !regions.has(part));
  // Beside another word, A means anglais.
  const named = parts.map((part) => (part === 'a' && parts.length > 1 ? 'en' : languageOf.get(part)));
  const [first] = named;
  return first && named.every((language) => language === first) ? first : undefined;
}

/** Whether all values are languages: no digits (1 and 2 are ambiguous), and not F alone (perhaps a sex). */
export function areLanguages(values: readonly string[]): boolean {
  const read = values.map((value) => {
    const reading = readLanguage(value);
    return /^\d+$/.test(value) || reading.fault !== undefined ? null : reading.value;
  });
  return !read.includes(null) && (new Set(read).size > 1 || values.every((value) => value.length > 1));
}

/** Whether a heading is French: « Langue de correspondance ». */
function isFrench(heading: string): boolean {
  return /\blangue/.test(fold(heading.slice(0, 200)));
}

/** Whether a heading explains its codes: « Langue (F/A) ». */
function statesAnglais(heading: string): boolean {
  const words = fold(heading.slice(0, 200)).split(/[^\p{L}]+/u);
  return words.includes('f') && words.includes('a') && !words.includes('e');
}

const mostDoubtful = 1_000;

/**
 * Reads a column. `A` is anglais if the heading says so, or, known at the end, if the column holds only F and A or, under a
 * French heading, no code of another language.
 */
export function openLanguageColumn(heading: string): ColumnReader<Language | null> {
  const isStated = statesAnglais(heading);
  const rowsWithA: SheetRow[] = [];
  let hasF = false;
  let hasOther = false;
  let hasOtherCode = false;
  return {
    read: (cell, _kind, row) => {
      const code = cell.length <= 3 ? cell.trim().toUpperCase().replace(/\.$/, '') : cell;
      if (code === 'A') {
        if (!isStated && rowsWithA.length < mostDoubtful) rowsWithA.push(row);
        return { value: 'en' };
      }
      const reading = readLanguage(cell);
      if (reading.fault !== undefined || reading.value === 'en') hasOther = true;
      else if (reading.value === 'fr') hasF = true;
      if (reading.fault !== undefined && code.length <= 2) hasOtherCode = true;
      return reading;
    },
    /** The rows with an ambiguous A. */
    doubtful: () =>
      isStated || (hasF && !hasOther) || (isFrench(heading) && !hasOtherCode)
        ? []
        : rowsWithA.map((row) => ({ row, fault: 'import.languageUnknown' as const })),
  };
}
