import { dayInWords } from '@guichet/contract/core/dayInWords';
import { type Html, html } from '../../../platform/http/pages/html.ts';
import type { Course } from '../builtin.queries.ts';
import { daysUntil, distanceInWords, leafOf } from './days.ts';
import { type View, wordsOf } from './view.ts';

/** A decorative calendar icon; the date is in words beside it. */
export function leaf(view: View, day: string): Html {
  const { number, month } = leafOf(day, view.language);
  return html`<p class="leaf" aria-hidden="true"><span class="leaf-month">${month}</span><span class="leaf-day">${number}</span></p>`;
}

/** « Dans 12 jours », coloured by urgency, or « Annulé »; the colour adds no information. */
export function stateBadge(view: View, { examDate, isCancelled }: Course): Html {
  if (isCancelled) return html`<span class="badge cancelled">${wordsOf(view).cancelledState}</span>`;
  const days = daysUntil(examDate, view.today);
  const tone = days === 0 ? 'today' : days < 0 ? 'past' : 'coming';
  return html`<span class="badge ${tone}">${distanceInWords(days, view.language)}</span>`;
}

export interface Fact {
  readonly name: string;
  readonly value: Html | string;
}

export function facts(rows: readonly Fact[]): Html {
  return html`<dl class="facts">${rows.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** The date in words and its distance, or that it is cancelled, as facts of a course. */
export function whenFacts(view: View, course: Course): Fact[] {
  const names = wordsOf(view);
  const day = course.examDate;
  const words = html`<time datetime="${day}">${dayInWords(day, view.language)}</time>`;
  return [
    { name: names.date, value: words },
    { name: names.state, value: stateBadge(view, course) },
  ];
}

export function wayBack(address: string, label: string): Html {
  return html`<p class="back"><a href="${address}">${label}</a></p>`;
}
