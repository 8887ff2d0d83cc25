import { dayInWords } from '@guichet/contract/core/dayInWords';
import { type Html, html } from '../../../platform/http/pages/html.ts';
import type { Course } from '../builtin.queries.ts';
import { courseAddress } from './addresses.ts';
import { stateBadge } from './parts.ts';
import { sortByTime } from './sortByTime.ts';
import { formatCount, type InnerView, wordsOf } from './view.ts';

type CountedCourse = Course & { readonly people: number };

/** The front page of staff: every course of the organisation, upcoming ones before cancelled and past ones. */
export function staffPage(view: InnerView, courses: readonly CountedCourse[]) {
  const words = wordsOf(view);
  const { upcoming, cancelled, past } = sortByTime(courses, view.today);
  const main = html`<header class="opening">
<h1>${words.staffTitle}</h1>
<p class="lead">${words.staffLead}</p>
</header>
${courses.length === 0 && empty(view)}
${upcoming.length > 0 && section(view, 'upcoming', upcoming)}
${cancelled.length > 0 && section(view, 'cancelled', cancelled)}
${past.length > 0 && section(view, 'past', past)}`;
  return { title: words.staffTitle, main };
}

function section(
  view: InnerView,
  id: 'upcoming' | 'cancelled' | 'past',
  courses: readonly CountedCourse[],
): Html {
  const words = wordsOf(view);
  return html`<section class="section">
<h2 id="${id}">${words[id]}</h2>
<table class="list courses" role="table" aria-labelledby="${id}">
<thead role="rowgroup"><tr role="row">
<th role="columnheader" scope="col">${words.title}</th><th role="columnheader" scope="col">${words.date}</th>
<th role="columnheader" scope="col">${words.state}</th><th role="columnheader" scope="col" class="number">${words.people}</th>
</tr></thead>
<tbody role="rowgroup">${courses.map((course) => row(view, course))}</tbody>
</table>
</section>`;
}

function row(view: InnerView, course: CountedCourse): Html {
  const words = wordsOf(view);
  const address = courseAddress(view.organisation.slug, course.code, view.language);
  return html`<tr role="row">
<th role="rowheader" scope="row"><a href="${address}">${course.title}</a></th>
<td role="cell" data-label="${words.date}"><time datetime="${course.examDate}">${dayInWords(course.examDate, view.language)}</time></td>
<td role="cell" data-label="${words.state}">${stateBadge(view, course)}</td>
<td role="cell" data-label="${words.people}" class="number">${formatCount(course.people, view)}</td>
</tr>`;
}

function empty(view: InnerView): Html {
  const words = wordsOf(view);
  const configuration = `/${encodeURIComponent(view.organisation.slug)}/configuration`;
  return html`<section class="empty"><h2>${words.noSpacesTitle}</h2><p>${words.noSpacesText}</p>
<p><a class="button" href="${configuration}">${words.toConfiguration}</a></p></section>`;
}
