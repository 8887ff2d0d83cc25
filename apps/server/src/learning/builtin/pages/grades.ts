import { type Html, html } from '../../../platform/http/pages/html.ts';
import type { Course } from '../builtin.queries.ts';
import type { RefusedGrades } from '../grading.ts';
import { formatCount, gradesAddress, type InnerView, locales, wordsOf } from './view.ts';

/** What a page of people says of grades. `isOpen`: they can be given now. */
export interface Grading {
  readonly isOpen: boolean;
  readonly refused: RefusedGrades | null;
}

interface Graded {
  readonly key: string;
  readonly fullName: string;
  readonly points: number | null;
}

/** The form around the list of people, with what became of the last one. */
export function gradeForm(view: InnerView, course: Course, { refused }: Grading, list: Html): Html {
  const words = wordsOf(view);
  const { organisation, formToken, saved } = view;
  return html`${saved !== null && html`<p class="told" role="status">${savedText(view, saved)}</p>`}
${refused && html`<p class="told fault" role="alert">${words.gradesRefused}</p>`}
<p>${words.gradesHint}</p>
<form class="grades" method="post" action="${gradesAddress(organisation, course.code, view)}" novalidate>
<input type="hidden" name="token" value="${formToken}">
${list}
<p><button class="button primary" type="submit">${words.saveGrades}</button></p>
</form>`;
}

/** The field of one person; a refused one shows what was typed, and why it is not saved. */
export function gradeField(view: InnerView, { refused }: Grading, { key, fullName, points }: Graded): Html {
  const words = wordsOf(view);
  const before = pointsText(view, points);
  const fault = refused?.faults.get(key);
  const value = refused?.typed.get(key) ?? before;
  const why = { invalid: words.gradeInvalid, changed: words.gradeChanged(before) };
  const told = fault ? why[fault] : '';
  const id = `grade-${key}`;
  return html`<input type="hidden" name="before-${key}" value="${before}">
<input class="grade" id="${id}" name="points-${key}" value="${value}" inputmode="decimal" maxlength="6" autocomplete="off"
aria-label="${words.gradeOf(fullName)}"${told !== '' && html` aria-invalid="true" aria-describedby="${id}-fault"`}>
${told !== '' && html`<span class="fault" id="${id}-fault">${told}</span>`}`;
}

function savedText(view: InnerView, saved: number): string {
  return wordsOf(view).gradesSaved(formatCount(saved, view), saved);
}

function pointsText({ language }: InnerView, points: number | null): string {
  return points === null
    ? ''
    : new Intl.NumberFormat(locales[language], { maximumFractionDigits: 2 }).format(points);
}
