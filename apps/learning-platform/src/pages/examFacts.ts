import { type Html, html } from '@guichet/contract/core/html';
import {
  dayInWords,
  daysInWords,
  hourInWords,
  hoursInWords,
  withZone,
  zoneInWords,
} from '@guichet/contract/core/inWords';
import { telephoneHref } from '@guichet/contract/core/telephone';
import type { LocalMoment } from '@guichet/contract/exams/exams.end';
import type { Office, ToldExam } from './portal.ts';
import { chooseTexts, fill, type View } from './view.ts';

/** Hours, own end and place of an exam as rows of facts; a row says so if its fact is not known yet. */
export function listExamFacts(view: View, exam: ToldExam): (readonly [string, Html | string])[] {
  const words = chooseTexts(view);
  const rows: (readonly [string, Html | string])[] = [[words.hours, formatHours(view, exam) || words.notYet]];
  const ownEnd = ownEndOf(view, exam);
  if (ownEnd) rows.push([words.ownEnd, ownEnd]);
  rows.push([words.where, placeOf(view, exam) ?? words.notYet]);
  return rows;
}

/** Hours and place in one line, for a list, or the time of the cancellation; '' where nothing is known. */
export function factsInLine(view: View, exam: ToldExam): string {
  if (exam.state === 'cancelled' && exam.since)
    return fill(chooseTexts(view).cancelledSince, { since: formatMoment(view, exam.since) });
  return [formatHours(view, exam), exam.place[view.language]].filter(Boolean).join(', ');
}

type Hours = Pick<ToldExam, 'date' | 'startTime' | 'endTime' | 'endDate'>;

export function formatHours(view: View, exam: Hours): string {
  return hoursInWords(exam, view.language, zoneOn(view, exam.date));
}

function zoneOn({ timeZone, language }: View, day: string): string {
  return zoneInWords(timeZone, day, language);
}

/** When an exam ends for this candidate alone, as a line of a list; null without extra time. */
export function ownEndLine(view: View, exam: ToldExam): string | null {
  const end = ownEndOf(view, exam);
  return end && (exam.ownEnd ? fill(chooseTexts(view).ownEndLine, { end }) : end);
}

function ownEndOf(view: View, { date, hasExtraTime, ownEnd, isHandedOver }: ToldExam): string | null {
  const words = chooseTexts(view);
  if (isHandedOver) return words.commonHours;
  if (!hasExtraTime) return null;
  if (!ownEnd) return words.withExtraTime;
  const end = ownEnd.day === date ? hourInWords(ownEnd.time, view.language) : formatMoment(view, ownEnd);
  return withZone(end, zoneOn(view, ownEnd.day));
}

/** The place, with its link; only web addresses become links. */
function placeOf(view: View, { place, placeUrl }: ToldExam): Html | string | null {
  const name = place[view.language] || placeUrl;
  if (!name) return null;
  if (!/^https?:\/\//i.test(placeUrl)) return name;
  return html`<a href="${placeUrl}" rel="noreferrer">${name}</a>`;
}

export function formatMoment({ language }: View, { day, time }: LocalMoment): string {
  return `${dayInWords(day, language)}, ${hourInWords(time, language)}`;
}

/** A notice of an exam's state that the candidate may not know: moved, cancelled, or no longer theirs. */
export function changeNotice(view: View, exam: ToldExam): Html | null {
  const words = chooseTexts(view);
  const since = exam.since && formatMoment(view, exam.since);
  if (exam.state === 'left' && since) return leftNotice(view, exam, since);
  if (exam.state === 'cancelled' && since)
    return alert(fill(words.cancelledSince, { since }), words.cancelledText);
  const move = view.stay?.move;
  if (!move) return null;
  const { date, place } = move.former;
  const former = [
    daysInWords(date, move.former, view.language),
    formatHours(view, move.former),
    place[view.language],
  ];
  const told = { since: formatMoment(view, move.at), former: former.filter(Boolean).join(', ') };
  return alert(words.movedTitle, fill(words.movedText, told));
}

function leftNotice(view: View, { movedTo }: ToldExam, since: string): Html {
  const words = chooseTexts(view);
  if (!movedTo) return alert(words.leftTitle, fill(words.leftText, { since }));
  const address = `/${view.language}/my-exams?exam=${movedTo.examId}`;
  const name = `${movedTo.title[view.language]}, ${dayInWords(movedTo.date, view.language)}`;
  const text = html`${fill(words.leftMovedText, { since })} <a href="${address}">${name}</a>`;
  return alert(words.leftMovedTitle, text);
}

function alert(title: string, text: Html | string): Html {
  return html`<section class="change"><h2>${title}</h2><p>${text}</p></section>`;
}

/** Instructions for the day. A link may lead to a map of the place or into a virtual room, whatever its name. */
export function todayText(view: View, exam: ToldExam | null): string {
  const words = chooseTexts(view);
  if (!exam) return words.todayText;
  const hasPlace = exam.placeUrl || exam.place[view.language];
  if (hasPlace && exam.state === 'underWay') return words.underWayText;
  if (exam.placeUrl) return words.todayLinked;
  return exam.place[view.language] ? words.todayThere : words.todayUnknown;
}

/** The contact data of the program's office; null if none are set. */
export function officeLine({ stay }: View): Html | null {
  const { email, phone, office }: Office = stay?.office ?? { email: null, phone: null, office: null };
  const ways = [
    email && html`<a href="mailto:${email}">${email}</a>`,
    phone && html`<a href="${telephoneHref(phone)}">${phone}</a>`,
    office && html`<span>${office}</span>`,
  ].filter(Boolean);
  return ways.length === 0 ? null : html`<p class="ways">${ways}</p>`;
}
