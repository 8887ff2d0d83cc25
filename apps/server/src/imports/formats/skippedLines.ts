import { fold } from '@guichet/contract/core/fold';
import { repairText } from './text/doubleEncoding.ts';

const rule = /^[-=_*~–—─═.+|]+$/;

/** Whether the line is a rule of dashes, such as below headings. A single dash may replace a name. */
export function isRule(cells: readonly string[]): boolean {
  let longest = 0;
  for (const cell of cells) {
    const text = cell.trim();
    if (text === '') continue;
    if (!rule.test(text)) return false;
    longest = Math.max(longest, text.length);
  }
  return longest >= 3;
}

const people =
  'students?|candidates?|records?|rows?|enrolments?|enrollments?|people|persons?|names?|etudiante?s?|candidats?|lignes?|inscriptions?|inscrite?s?|personnes?|noms?|enregistrements?|dossiers?|eleves?';
const total = new RegExp(
  `^(?:\\W*(?:grand |sous-?|sub-?)?tota(?:l|ux|ls)\\b|(?:nombre|number|nb|nbre)\\.? (?:total |d'|de |of |total of )|(?:(?:overall|group|class|course) )?(?:count|compte|effectif|somme|sum|average|mean|moyennes?)\\b|\\d+ (?:${people})\\b)`,
);
const end =
  /^\W*(?:end of (?:report|list|file)|fin (?:du|de la|de) |page \d|(?:report )?(?:generated|printed|created|run|exported)\b|(?:rapport )?(?:genere|imprime|cree|produit|extrait|exporte)e? |source ?:)/;
const figure = /^[\d\s.,:%/()-]+$/;
const longestLabel = 120;

/** Whether the line holds totals: words such as "total", otherwise only figures, and no address; or a note too long for a name. */
export function isTotal(cells: readonly string[]): boolean {
  return isMadeOf(cells, (label) => total.test(label) || end.test(label)) || (isLone(cells) && isLong(cells));
}

/** Whether a single cell has text, as in titles and notes. */
export function isLone(cells: readonly string[]): boolean {
  return cells.filter((cell) => cell.trim() !== '').length === 1;
}

const isLong = (cells: readonly string[]) => cells.some((cell) => cell.trim().length > longestLabel);

/** Whether the line may follow totals: it holds further totals, or only figures. */
export function isFooter(cells: readonly string[]): boolean {
  return isTotal(cells) || cells.every((cell) => cell.trim() === '' || figure.test(cell.trim()));
}

function isMadeOf(cells: readonly string[], isLabel: (folded: string) => boolean): boolean {
  let labels = 0;
  for (const cell of cells) {
    const text = (repairText(cell) ?? cell).trim();
    if (text === '' || figure.test(text)) continue;
    if (text.length > longestLabel || text.includes('@') || !isLabel(fold(text))) return false;
    labels += 1;
  }
  return labels > 0;
}
