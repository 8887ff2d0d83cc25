import { type Html, html } from '../../../platform/http/pages/html.ts';
import type { Course } from '../builtin.queries.ts';
import { frontAddress } from './addresses.ts';
import { daysUntil } from './days.ts';
import { facts, wayBack, whenFacts } from './parts.ts';
import { type InnerView, type View, wordsOf } from './view.ts';

/** One exam space for its candidate: its date and instructions, or that it is cancelled. */
export function coursePage(view: InnerView, course: Course) {
  const words = wordsOf(view);
  const days = daysUntil(course.examDate, view.today);
  const isOpen = days >= 0 && !course.isCancelled;
  const place = { name: words.place, value: words.placeConfirmed };
  const rows = [...whenFacts(view, course), ...(isOpen ? [place] : [])];
  const main = html`${wayBack(frontAddress(view.organisation.slug, view.language), words.backToOwn)}
<header class="opening"><h1>${course.title}</h1></header>
${facts(rows)}
${isOpen ? expectations(view, days === 0) : html`<p class="lead">${course.isCancelled ? words.cancelledText : words.overText}</p>`}
${!course.isCancelled && html`<aside class="note"><h2>${words.doubtTitle}</h2><p>${words.doubtText}</p></aside>`}`;
  return { title: course.title, main };
}

function expectations(view: View, isToday: boolean): Html {
  const words = wordsOf(view);
  const steps = isToday
    ? [[words.todayTitle, words.todayText] as const]
    : [[words.beforeTitle, words.beforeText] as const, [words.dayTitle, words.dayText] as const];
  return html`<section class="section">
<h2>${words.expectTitle}</h2>
<ol class="steps">${[...steps, [words.afterTitle, words.afterText] as const].map(
    ([title, text]) => html`<li><h3>${title}</h3><p>${text}</p></li>`,
  )}</ol>
</section>`;
}
