import { dayInWords } from '@guichet/contract/core/dayInWords';
import { type Html, html } from '../../../platform/http/pages/html.ts';
import type { Course } from '../builtin.queries.ts';
import {
  coursePageOf,
  daysUntil,
  distanceInWords,
  leaf,
  sectionsByTime,
  sortByTime,
  stateBadge,
  timeOf,
  titleOf,
} from './parts.ts';
import { courseAddress, frontAddress, type InnerView, type View, wordsOf } from './view.ts';

/** The front page of a candidate: her own exam spaces, the next one first. */
export function candidatePage(view: InnerView, courses: readonly Course[]) {
  const words = wordsOf(view);
  const main = html`<header class="opening">
<h1>${words.greeting(view.visitor.fullName)}</h1>
${courses.length > 0 && html`<p class="lead">${leadOf(view, courses)}</p>`}
<p><a href="/${view.language}/my-exams">${words.myExams}</a></p>
</header>
${courses.length === 0 && html`<section class="empty"><h2>${words.emptyTitle}</h2><p>${words.emptyText}</p></section>`}
${sectionsByTime(view, courses, (found) => html`<ul class="spaces">${found.map((course) => space(view, course))}</ul>`)}`;
  return { title: words.ownSpaces, main };
}

function leadOf(view: View, courses: readonly Course[]): string {
  const words = wordsOf(view);
  const { upcoming, cancelled } = sortByTime(courses, view.today);
  const [next] = upcoming;
  if (!next) return cancelled.length > 0 ? words.cancelledLead(cancelled.length === 1) : words.pastLead;
  const days = daysUntil(next.examDate, view.today);
  if (days === 0) return words.todayLead;
  const distance = distanceInWords(days, view.language).toLocaleLowerCase(view.language);
  return words.nextLead(distance, dayInWords(next.examDate, view.language));
}

function space(view: InnerView, course: Course): Html {
  const { days, isOpen } = timeUntil(view, course);
  const address = courseAddress(view.organisation, course.code, view.language);
  const title = titleOf(view, course);
  return html`<li class="space ${!isOpen ? 'is-past' : days === 0 ? 'is-today' : ''}">
${leaf(view, course.examDate)}
<div class="space-text">
<h3>${course.isCancelled ? title : html`<a href="${address}">${title}</a>`}</h3>
<p class="when">${timeOf(view, course.examDate)}</p>
<p class="row">${stateBadge(view, course)}${isOpen && html`<span class="more" aria-hidden="true">${wordsOf(view).whatToExpect}</span>`}</p>
</div>
</li>`;
}

/** One exam space for its candidate: its date and instructions, or that it is cancelled. */
export function coursePage(view: InnerView, course: Course) {
  const words = wordsOf(view);
  const { days, isOpen } = timeUntil(view, course);
  const back = { address: frontAddress(view.organisation, view.language), label: words.ownSpaces };
  const rest = html`${isOpen ? expectations(view, days === 0) : html`<p class="lead">${course.isCancelled ? words.cancelledText : words.overText}</p>`}
${!course.isCancelled && html`<aside class="note"><h2>${words.doubtTitle}</h2><p>${words.doubtText}</p></aside>`}`;
  return coursePageOf(view, course, back, isOpen ? [[words.place, words.placeConfirmed]] : [], rest);
}

function timeUntil(view: View, { examDate, isCancelled }: Course) {
  const days = daysUntil(examDate, view.today);
  return { days, isOpen: days >= 0 && !isCancelled };
}

function expectations(view: View, isToday: boolean): Html {
  const words = wordsOf(view);
  const steps = isToday ? (['today', 'after'] as const) : (['before', 'day', 'after'] as const);
  return html`<section class="section">
<h2>${words.expectTitle}</h2>
<ol class="steps">${steps.map((step) => html`<li><h3>${words[`${step}Title`]}</h3><p>${words[`${step}Text`]}</p></li>`)}</ol>
</section>`;
}
