import { type Html, html } from '@guichet/contract/core/html';
import type { Course } from '../courses.queries.ts';
import type { RefusedGrades } from '../grading.ts';
import { renderDay } from './parts.ts';
import { chooseTexts, courseAddress, fill, formatCount, type InnerView, locales } from './view.ts';

/** Grades on a page of people. `isOpen`: grades can be given now. */
export interface Grading {
  readonly isOpen: boolean;
  readonly refused: RefusedGrades | null;
}

export interface Graded {
  readonly key: string;
  readonly fullName: string;
  readonly points: number | null;
  /** Who gave the grade, and on which day (`yyyy-mm-dd`); null without a grade. */
  readonly givenBy: string | null;
  readonly givenOn: string | null;
}

export function gradeForm(view: InnerView, course: Course, { refused }: Grading, list: Html): Html {
  const words = chooseTexts(view);
  const { organisation, language, page, formToken, saved } = view;
  return html`${saved !== null && html`<p class="told" role="status">${savedText(view, saved)}</p>`}
${refused && html`<p class="told fault" role="alert">${words.gradesRefused}</p>`}
<p>${words.gradesHint}</p>
<form class="grades" method="post" action="${courseAddress(organisation, course.code, language, page)}" novalidate>
<input type="hidden" name="token" value="${formToken}">
${list}
<p><button class="button primary" type="submit">${words.saveGrades}</button></p>
</form>`;
}

/** The grade field of a person; a refused field shows the typed text, and why it is not saved. */
export function gradeField(view: InnerView, { refused }: Grading, person: Graded): Html {
  const words = chooseTexts(view);
  const { key, fullName, points, givenBy, givenOn } = person;
  const before = pointsText(view, points);
  const fault = refused?.faults.get(key);
  const value = refused?.typed.get(key) ?? before;
  const changed = before === '' ? words.gradeRemoved : fill(words.gradeChanged, { now: before });
  const why = { invalid: words.gradeInvalid, changed };
  const told = fault ? why[fault] : '';
  const id = `grade-${key}`;
  return html`<input type="hidden" name="before-${key}" value="${before}">
<input class="grade" id="${id}" name="points-${key}" value="${value}" inputmode="decimal" maxlength="6" autocomplete="off"
aria-label="${fill(words.gradeOf, { name: fullName })}"${told !== '' && html` aria-invalid="true" aria-describedby="${id}-fault" autofocus`}>
${told !== '' && html`<span class="fault" id="${id}-fault">${told}</span>`}
${givenBy !== null && givenOn !== null && html`<span class="given">${givenBy}, ${renderDay(view, givenOn)}</span>`}`;
}

function savedText(view: InnerView, saved: number): string {
  const form = saved === 0 ? 'zero' : saved === 1 ? 'one' : 'other';
  return fill(chooseTexts(view)[`gradesSaved.${form}`], { count: formatCount(saved, view) });
}

function pointsText({ language }: InnerView, points: number | null): string {
  return points === null
    ? ''
    : new Intl.NumberFormat(locales[language], { maximumFractionDigits: 2 }).format(points);
}
