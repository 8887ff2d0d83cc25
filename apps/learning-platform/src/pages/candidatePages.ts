import { type Html, html } from '@guichet/contract/core/html';
import { dayInWords } from '@guichet/contract/core/inWords';
import type { CourseFacts } from '../courses.queries.ts';
import { changeNotice, factsInLine, listExamFacts, officeLine, ownEndLine, todayText } from './examFacts.ts';
import * as parts from './parts.ts';
import type { ToldExam } from './portal.ts';
import { chooseTexts, courseAddress, fill, frontAddress, type InnerView, type View } from './view.ts';

/** An exam space for its candidate: the platform's course, with the portal's facts of its exam. */
export interface Space extends Omit<CourseFacts, 'organisation'> {
  readonly exam: ToldExam | null;
}

export function candidatePage(view: InnerView, spaces: readonly Space[]) {
  const words = chooseTexts(view);
  const main = html`<header class="opening">
<h1>${fill(words.greeting, { name: view.visitor.fullName })}</h1>
${spaces.length > 0 && html`<p class="lead">${leadOf(view, spaces)}</p>`}
<p><a href="/${view.language}/my-exams">${words.myExams}</a></p>
</header>
${spaces.length === 0 && html`<section class="empty"><h2>${words.emptyTitle}</h2><p>${words.emptyText}</p></section>`}
${parts.sectionsByTime(view, spaces, (found) => html`<ul class="spaces">${found.map((one) => spaceCard(view, one))}</ul>`)}`;
  return { title: words.ownSpaces, main };
}

function leadOf(view: View, spaces: readonly Space[]): string {
  const words = chooseTexts(view);
  const { upcoming, cancelled } = parts.sortByTime(spaces, view.today);
  const [next] = upcoming;
  if (!next && cancelled.length === 0) return words.pastLead;
  if (!next) return words[cancelled.length === 1 ? 'cancelledLead.one' : 'cancelledLead.other'];
  const days = parts.daysUntil(next.examDate, view.today);
  if (days === 0) return words[hasInstructions(view, next) ? 'todayLead' : 'todayLeadBare'];
  const distance = parts.distanceInWords(days, view.language).toLocaleLowerCase(view.language);
  return fill(words.nextLead, { distance, day: dayInWords(next.examDate, view.language) });
}

function hasInstructions({ language }: View, { exam }: Space): boolean {
  return Boolean(exam?.instructions[language]);
}

function spaceCard(view: InnerView, space: Space): Html {
  const { days, isOpen } = timeUntil(view, space);
  const address = courseAddress(view.organisation, space.code, view.language);
  const title = parts.chooseTitle(view, space);
  const facts = space.exam && factsInLine(view, space.exam);
  const ownEnd = isOpen && space.exam && ownEndLine(view, space.exam);
  return html`<li class="space ${!isOpen ? 'is-past' : days === 0 ? 'is-today' : ''}">
${parts.leaf(view, space.examDate)}
<div class="space-text">
<h3>${space.isCancelled ? title : html`<a href="${address}">${title}</a>`}</h3>
<p class="when">${parts.renderDay(view, space.examDate)}</p>
${facts && html`<p class="when">${facts}</p>`}
${ownEnd && html`<p class="when">${ownEnd}</p>`}
<p class="row">${parts.stateBadge(view, space)}${isOpen && html`<span class="more" aria-hidden="true">${chooseTexts(view).whatToExpect}</span>`}</p>
</div>
</li>`;
}

/** An exam space for its candidate: first the changes, then facts and instructions, then what to do. */
export function coursePage(view: InnerView, space: Space) {
  const words = chooseTexts(view);
  const { exam } = space;
  const { days, isOpen } = timeUntil(view, space);
  // On the day it is too late for a correction.
  const isCorrectable = isOpen && days > 0;
  const back = { address: frontAddress(view.organisation, view.language), label: words.ownSpaces };
  const known = exam ? listExamFacts(view, exam) : [];
  const facts = isOpen ? [...known, [words.place, words.placeConfirmed] as const] : [];
  const instructions = isOpen && exam ? exam.instructions[view.language] : '';
  const change = exam && changeNotice(view, exam);
  const ways = officeLine(view);
  const asking =
    (isCorrectable || !ways) &&
    html`<p><a href="/${view.language}/my-exams">${isCorrectable ? words.toMyExams : words.doubtAsk}</a></p>`;
  const rest = html`${instructions && html`<section class="section"><h2>${words.instructions}</h2><p class="as-written">${instructions}</p></section>`}
${isOpen ? expectations(view, exam, days === 0) : !change && html`<p class="lead">${space.isCancelled ? words.cancelledText : words.overText}</p>`}
<aside class="note"><h2>${words.doubtTitle}</h2><p>${isCorrectable ? words.doubtText : words.doubtWrite}</p>${ways}${asking}</aside>`;
  return parts.renderCoursePage(view, space, back, facts, rest, change);
}

function timeUntil(view: View, { examDate, isCancelled, exam }: Space) {
  const days = parts.daysUntil(examDate, view.today);
  const isOver = exam ? exam.isPast || exam.state === 'left' : days < 0;
  return { days, isOpen: !isOver && !isCancelled };
}

function expectations(view: View, exam: ToldExam | null, isToday: boolean): Html {
  const words = chooseTexts(view);
  const isKnown = exam && (exam.startTime || exam.place[view.language] || exam.placeUrl);
  const texts = {
    before: isKnown ? words.beforeKnown : words.beforeText,
    day: words.dayText,
    today: todayText(view, exam),
    after: words.afterText,
  };
  const steps = isToday ? (['today', 'after'] as const) : (['before', 'day', 'after'] as const);
  return html`<section class="section">
<h2>${words.expectTitle}</h2>
<ol class="steps">${steps.map((step) => html`<li><h3>${words[`${step}Title`]}</h3><p>${texts[step]}</p></li>`)}</ol>
</section>`;
}
