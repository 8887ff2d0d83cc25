import { dayInWords } from '@guichet/contract/core/dayInWords';
import { type Html, html } from '../../../platform/http/pages/html.ts';
import type { Course } from '../builtin.queries.ts';
import { courseAddress } from './addresses.ts';
import { daysUntil, distanceInWords } from './days.ts';
import { leaf, stateBadge } from './parts.ts';
import { sortByTime } from './sortByTime.ts';
import { type InnerView, type View, wordsOf } from './view.ts';

/** The front page of a candidate: her own exam spaces, the next one first. */
export function candidatePage(view: InnerView, courses: readonly Course[]) {
  const words = wordsOf(view);
  const { upcoming, cancelled, past } = sortByTime(courses, view.today);
  const main = html`<header class="opening">
<h1>${words.greeting(view.visitor.fullName)}</h1>
${courses.length > 0 && html`<p class="lead">${leadOf(view, upcoming[0], cancelled.length)}</p>`}
</header>
${courses.length === 0 && empty(view)}
${upcoming.length > 0 && section(view, words.upcoming, upcoming)}
${cancelled.length > 0 && section(view, words.cancelled, cancelled)}
${past.length > 0 && section(view, words.past, past)}`;
  return { title: words.ownSpaces, main };
}

function leadOf(view: View, next: Course | undefined, cancelled: number): string {
  const words = wordsOf(view);
  if (!next) return cancelled > 0 ? words.cancelledLead(cancelled === 1) : words.pastLead;
  const days = daysUntil(next.examDate, view.today);
  if (days === 0) return words.todayLead;
  const distance = distanceInWords(days, view.language).toLocaleLowerCase(view.language);
  return words.nextLead(distance, dayInWords(next.examDate, view.language));
}

function section(view: InnerView, heading: string, courses: readonly Course[]): Html {
  return html`<section class="section">
<h2>${heading}</h2>
<ul class="spaces">${courses.map((course) => space(view, course))}</ul>
</section>`;
}

function space(view: InnerView, course: Course): Html {
  const days = daysUntil(course.examDate, view.today);
  const isOpen = days >= 0 && !course.isCancelled;
  const address = courseAddress(view.organisation.slug, course.code, view.language);
  return html`<li class="space ${!isOpen ? 'is-past' : days === 0 ? 'is-today' : ''}">
${leaf(view, course.examDate)}
<div class="space-text">
<h3>${course.isCancelled ? course.title : html`<a href="${address}">${course.title}</a>`}</h3>
<p class="when"><time datetime="${course.examDate}">${dayInWords(course.examDate, view.language)}</time></p>
<p class="row">${stateBadge(view, course)}${isOpen && html`<span class="more" aria-hidden="true">${wordsOf(view).whatToExpect}</span>`}</p>
</div>
</li>`;
}

function empty(view: View): Html {
  const words = wordsOf(view);
  return html`<section class="empty"><h2>${words.emptyTitle}</h2><p>${words.emptyText}</p></section>`;
}
