import type { Language } from '@guichet/contract/core/language';
import { daysBefore, instantAt } from '@guichet/contract/core/localTime';
import type { OwnExam } from '@guichet/contract/exams/candidate';

/**
 * The addresses at which Google's and Outlook's calendars open a new entry with the exam. As in the file, an exam without an
 * hour takes whole days, and an end that nobody has set is the end of the day (decision 053).
 */
export function calendarLinks(exam: OwnExam, language: Language, zone: string) {
  const { date, startTime, ownEnd } = exam;
  const end = ownEnd ?? { day: exam.endDate || date, time: exam.endTime };
  const isAllDay = startTime === '';
  const lastTime = end.time ? `${end.time}:00` : '23:59:59';
  const title = titleWithProgram(exam, language);
  const details = [exam.systemTitle[language], exam.instructions[language]].filter(Boolean).join('\n\n');
  const place = exam.place[language] || exam.placeUrl;
  const bare = (text: string) => text.replace(/[-:]/g, '');
  const days = `${bare(date)}/${bare(daysBefore(end.day, -1))}`;
  const hours = `${bare(`${date}T${startTime}:00`)}/${bare(`${end.day}T${lastTime}`)}`;
  const google = { action: 'TEMPLATE', text: title, dates: isAllDay ? days : hours, ctz: zone };
  const at = (day: string, time: string) => instantAt(day, time.slice(0, 5), zone).toISOString();
  const span = isAllDay
    ? { startdt: date, enddt: daysBefore(end.day, -1), allday: 'true' }
    : { startdt: at(date, startTime), enddt: at(end.day, lastTime) };
  const outlook = { path: '/calendar/action/compose', rru: 'addevent', subject: title, ...span };
  return {
    google: `https://calendar.google.com/calendar/render?${new URLSearchParams({ ...google, location: place, details })}`,
    outlook: `https://outlook.office.com/calendar/deeplink/compose?${new URLSearchParams({ ...outlook, location: place, body: details })}`,
  };
}

/** The title of an exam with that of its program, as in the file: exams of two programs often have one title. */
export function titleWithProgram(
  { title, systemTitle }: Pick<OwnExam, 'title' | 'systemTitle'>,
  language: Language,
): string {
  return `${title[language]} (${systemTitle[language]})`;
}
