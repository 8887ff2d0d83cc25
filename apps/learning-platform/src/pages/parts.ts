import { type Html, html } from '@guichet/contract/core/html';
import { dayInWords } from '@guichet/contract/core/inWords';
import type { Language } from '@guichet/contract/core/language';
import type { CourseFacts } from '../courses.queries.ts';
import type { ToldExam } from './portal.ts';
import { chooseTexts, locales, type View } from './view.ts';

/** A course in a list or on its page; `exam`: the portal's facts for a candidate. */
type ShownCourse = Pick<CourseFacts, 'title' | 'titleEn' | 'examDate' | 'isCancelled'> & {
  readonly exam?: ToldExam | null;
};

/** Days from `today` to `day`, both `yyyy-mm-dd`; negative for the past. */
export function daysUntil(day: string, today: string): number {
  return Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
}

/** A number of days in words: « Aujourd’hui », « Dans 12 jours », « Il y a 3 jours ». */
export function distanceInWords(days: number, language: Language): string {
  const words = new Intl.RelativeTimeFormat(locales[language], { numeric: 'auto' }).format(days, 'day');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Day and abbreviated month for the calendar icon: `30` and « avr. ». */
export function readCalendarLeaf(day: string, language: Language): { number: string; month: string } {
  const format = new Intl.DateTimeFormat(locales[language], { month: 'short', timeZone: 'UTC' });
  return { number: String(Number(day.slice(8))), month: format.format(Date.parse(day)) };
}

/** A decorative calendar icon; the date is in words beside it. */
export function leaf(view: View, day: string): Html {
  const { number, month } = readCalendarLeaf(day, view.language);
  return html`<p class="leaf" aria-hidden="true"><span class="leaf-month">${month}</span><span class="leaf-day">${number}</span></p>`;
}

export function renderDay(view: View, day: string): Html {
  return html`<time datetime="${day}">${dayInWords(day, view.language)}</time>`;
}

/** « Dans 12 jours », coloured by urgency, or « Annulé »; the colour adds no information. */
export function stateBadge(view: View, { examDate, isCancelled, exam }: ShownCourse): Html {
  if (exam?.state === 'left')
    return html`<span class="badge cancelled">${chooseTexts(view)[exam.movedTo ? 'leftMovedState' : 'leftState']}</span>`;
  if (isCancelled) return html`<span class="badge cancelled">${chooseTexts(view).cancelledState}</span>`;
  if (exam?.state === 'underWay') return html`<span class="badge today">${chooseTexts(view).underWay}</span>`;
  const days = daysUntil(examDate, view.today);
  const tone = days === 0 ? 'today' : days < 0 ? 'past' : 'coming';
  return html`<span class="badge ${tone}">${distanceInWords(days, view.language)}</span>`;
}

export function chooseTitle({ language }: View, { title, titleEn }: ShownCourse): string {
  return (language === 'en' && titleEn) || title;
}

/** The page of a course: a link back, changes, its date, further facts by name, its state, and the rest. */
export function renderCoursePage(
  view: View,
  course: ShownCourse,
  back: { readonly address: string; readonly label: string },
  facts: readonly (readonly [string, Html | string])[],
  rest: Html,
  change: Html | null = null,
) {
  const words = chooseTexts(view);
  const title = chooseTitle(view, course);
  const rows = [
    [words.date, renderDay(view, course.examDate)] as const,
    ...facts,
    [words.state, stateBadge(view, course)] as const,
  ];
  const main = html`<p class="back"><a href="${back.address}">${back.label}</a></p>
<header class="opening"><h1>${title}</h1></header>
${change}
<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${rest}`;
  return { title, main };
}

type Section = 'upcoming' | 'cancelled' | 'past';

/** Sections: upcoming courses by date, cancelled upcoming courses, and past courses, the latest first. */
export function sectionsByTime<C extends ShownCourse>(
  view: View,
  courses: readonly C[],
  draw: (courses: readonly C[], section: Section) => Html,
): Html[] {
  const sections = Object.entries(sortByTime(courses, view.today)) as [Section, C[]][];
  return sections
    .filter(([, found]) => found.length > 0)
    .map(
      ([id, found]) => html`<section class="section">
<h2 id="${id}">${chooseTexts(view)[id]}</h2>
${draw(found, id)}
</section>`,
    );
}

export function sortByTime<C extends ShownCourse>(
  courses: readonly C[],
  today: string,
): Record<Section, C[]> {
  const ahead = courses.filter(({ examDate }) => examDate >= today);
  return {
    upcoming: ahead.filter(({ isCancelled }) => !isCancelled),
    cancelled: ahead.filter(({ isCancelled }) => isCancelled),
    past: courses.filter(({ examDate }) => examDate < today).reverse(),
  };
}
