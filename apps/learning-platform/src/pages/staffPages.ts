import { type Html, html } from '@guichet/contract/core/html';
import type { Course } from '../courses.queries.ts';
import { type Graded, type Grading, gradeField, gradeForm } from './grades.ts';
import { chooseTitle, renderCoursePage, renderDay, sectionsByTime, stateBadge } from './parts.ts';
import { chooseTexts, courseAddress, fill, formatCount, frontAddress, type InnerView } from './view.ts';

type CountedCourse = Course & { readonly people: number };

/** The front page of staff: every course of the organisation, upcoming before cancelled and past courses. */
export function staffPage(view: InnerView, courses: readonly CountedCourse[]) {
  const words = chooseTexts(view);
  const heads = [words.title, words.date, words.state, words.people];
  const main = html`<header class="opening">
<h1>${words.staffTitle}</h1>
<p class="lead">${words.staffLead}</p>
</header>
${courses.length === 0 && empty(view)}
${sectionsByTime(view, courses, (found, section) =>
  table(
    section,
    heads,
    found.map((course) => cellsOf(view, course)),
  ),
)}`;
  return { title: words.staffTitle, main };
}

function cellsOf(view: InnerView, course: CountedCourse) {
  return [
    html`<a href="${courseAddress(view.organisation, course.code, view.language)}">${chooseTitle(view, course)}</a>`,
    renderDay(view, course.examDate),
    stateBadge(view, course),
    formatCount(course.people, view),
  ];
}

function empty(view: InnerView): Html {
  const words = chooseTexts(view);
  const configuration = `/${encodeURIComponent(view.organisation.slug)}/configuration`;
  return html`<section class="empty"><h2>${words.noSpacesTitle}</h2><p>${words.noSpacesText}</p>
<p><a class="button" href="${configuration}">${words.toConfiguration}</a></p></section>`;
}

export const peoplePerPage = 100;

interface Listed extends Graded {
  readonly email: string;
}

/** A course for staff: its facts and a page of its people, with grades for those who may give them. */
export function peoplePage(
  view: InnerView,
  course: Course,
  count: number,
  people: readonly Listed[],
  grading: Grading,
) {
  const words = chooseTexts(view);
  const back = { address: frontAddress(view.organisation, view.language), label: words.staffTitle };
  const { isOpen } = grading;
  const list = isOpen ? gradeList(view, grading, people) : peopleList(view, people);
  const placed = words[count === 1 ? 'placed.one' : 'placed.other'];
  const graded = isOpen ? gradeForm(view, course, grading, list) : list;
  const rest = html`<section class="section">
<h2 id="people">${count > 0 ? fill(placed, { count: formatCount(count, view) }) : words.nobodyTitle}</h2>
${!isOpen && view.visitor.mayGrade && !course.isCancelled && html`<p>${words.gradesLater}</p>`}
${count > 0 ? graded : html`<p>${words.nobodyText}</p>`}
${pager(view, course, Math.ceil(count / peoplePerPage))}
</section>`;
  return renderCoursePage(view, course, back, [[words.code, course.code]], rest);
}

function peopleList(view: InnerView, people: readonly Listed[]): Html {
  const words = chooseTexts(view);
  const rows = people.map(({ key, fullName, email }) => [
    fullName,
    html`<a href="${mailAddress(email)}">${email}</a>`,
    html`<code>${key}</code>`,
  ]);
  return table('people', [words.name, words.email, words.key], rows);
}

/** Only the grades are tab stops, so that a person who types them goes from field to field. */
function gradeList(view: InnerView, grading: Grading, people: readonly Listed[]): Html {
  const words = chooseTexts(view);
  const rows = people.map((person) => [person.fullName, person.email, gradeField(view, grading, person)]);
  return table('people', [words.name, words.email, words.grade], rows);
}

/** A `mailto:` address; @ stays unencoded, as some mail programs require. */
function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
}

function pager(view: InnerView, course: Course, last: number): Html | null {
  if (last < 2) return null;
  const words = chooseTexts(view);
  const { organisation, language, page } = view;
  const to = (there: number) => courseAddress(organisation, course.code, language, there);
  return html`<nav class="pager" aria-label="${words.pages}">
${page > 1 && html`<a class="button" rel="prev" href="${to(page - 1)}">${words.previous}</a>`}
<span>${fill(words.pageOf, { page: formatCount(page, view), last: formatCount(last, view) })}</span>
${page < last && html`<a class="button" rel="next" href="${to(page + 1)}">${words.next}</a>`}
</nav>`;
}

/**
 * A table named by the heading with the id `heading`; the first cell of a row is its header. The roles are explicit, because
 * on a narrow screen the style shows rows as blocks, which removes them.
 */
function table(
  heading: string,
  columns: readonly string[],
  rows: readonly (readonly (Html | string)[])[],
): Html {
  return html`<table class="list ${heading === 'people' ? '' : 'courses'}" role="table" aria-labelledby="${heading}">
<thead role="rowgroup"><tr role="row">${columns.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    ([first = '', ...cells]) => html`<tr role="row">
<th role="rowheader" scope="row">${first}</th>
${cells.map((cell, at) => html`<td role="cell" data-label="${columns[at + 1] ?? ''}">${cell}</td>`)}
</tr>`,
  )}</tbody>
</table>`;
}
