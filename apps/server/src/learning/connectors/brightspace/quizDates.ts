import * as z from 'zod/mini';
import { ConnectorError, type ExtraTimeOrder, makeRemark, type QuizHours } from '../connector.ts';
import { isShutIn } from '../examTimes/examDay.ts';
import type { BrightspaceSite } from './api.ts';
import { readObjects } from './pages.ts';
import { computeExtraSeconds, Quiz } from './quizzes.ts';

/** `RichText` is written as `RichTextInput`: https://docs.valence.desire2learn.com/basic/conventions.html#term-RichText */
const Text = z.pipe(
  z.object({
    Text: z.object({ Text: z.string(), Html: z._default(z.nullable(z.string()), null) }),
    IsDisplayed: z.boolean(),
  }),
  z.transform(({ Text: { Text: plain, Html }, IsDisplayed }) => ({
    Text: Html === null ? { Content: plain, Type: 'Text' } : { Content: Html, Type: 'Html' },
    IsDisplayed,
  })),
);

/** https://docs.valence.desire2learn.com/res/quiz.html#Quiz.QuizReadData, with all fields that go back. */
const WholeQuiz = z.looseObject({
  ...Quiz.shape,
  DueDate: z._default(z.nullable(z.string()), null),
  Instructions: Text,
  Description: Text,
  Header: Text,
  Footer: Text,
  AttemptsAllowed: z.object({
    IsUnlimited: z.boolean(),
    NumberOfAttemptsAllowed: z._default(z.nullable(z.int()), null),
  }),
});
type WholeQuiz = z.output<typeof WholeQuiz>;

/** Fields of https://docs.valence.desire2learn.com/res/quiz.html#Quiz.QuizData written as read; some since 1.78, 1.88, 1.92. */
const sameFields = [
  ...['Name', 'IsActive', 'SortOrder', 'GradeItemId', 'IsAutoSetGraded', 'DisplayInCalendar', 'CategoryId'],
  ...['Instructions', 'Description', 'Header', 'Footer', 'LateSubmissionInfo', 'SubmissionTimeLimit'],
  ...['AllowHints', 'DisableRightClick', 'DisablePagerAndAlerts', 'NotificationEmail', 'CalcTypeId'],
  ...['PreventMovingBackwards', 'Shuffle', 'AllowOnlyUsersWithSpecialAccess', 'IsRetakeIncorrectOnly'],
  ...['IsSynchronous', 'DeductionPercentage', 'PagingTypeId', 'HideQuestionPoints', 'IsSingleSession'],
];

/**
 * Sets the dates of quizzes that would be shut in the exam's hours, or that still have former hours. A quiz
 * has a single end for all, that of the person with the most extra time. D2L replaces a whole quiz, so the
 * portal writes all of it, then reads it back.
 * @throws ConnectorError for a quiz that reads back otherwise
 */
export async function setQuizDates(
  { call }: BrightspaceSite,
  course: string,
  orders: readonly ExtraTimeOrder[],
  hours: QuizHours,
): Promise<void> {
  const read = () => readObjects(call, `${course}/quizzes/`, WholeQuiz);
  const written = new Map<string, ReturnType<typeof dataOf>>();
  for (const quiz of await read()) {
    const dates = datesFor(quiz, orders, hours);
    if (dates === null) continue;
    const body = { ...dataOf(quiz), ...dates };
    const path = `${course}/quizzes/${quiz.QuizId}`;
    await call({ method: 'PUT', product: 'le', path, body });
    written.set(quiz.QuizId, body);
  }
  if (written.size === 0) return;
  for (const quiz of await read()) {
    const wanted = written.get(quiz.QuizId);
    const found = dataOf(quiz);
    const names = Object.keys(wanted ?? {}).filter((name) => !isSame(wanted?.[name], found[name]));
    if (names.length > 0) throw new ConnectorError(notKept(quiz.Name, names.join(', ')), 'never');
  }
}

function datesFor(quiz: WholeQuiz, orders: readonly ExtraTimeOrder[], hours: QuizHours) {
  // The orders are one batch: others of the exam may have more extra time.
  const extraTimes = [...orders.map(({ extraTime }) => extraTime), ...(hours.extraTimes ?? [])];
  const extra = Math.max(0, ...extraTimes.map((one) => computeExtraSeconds(quiz, one, hours)));
  const [opensAt, closesAt] = [momentOf(quiz.StartDate), momentOf(quiz.EndDate)];
  const isFormer = hours.former.some(
    (one) => isSame(opensAt, one.startsAt) && closesAt !== null && closesAt >= one.endsAt,
  );
  if (!isFormer && !isShutIn(hours, { opensAt, closesAt }, extra)) return null;
  const end = closesAt && new Date(hours.endsAt.getTime() + extra * 1000);
  const due = momentOf(quiz.DueDate);
  // D2L refuses a due date outside start and end.
  const isDueBetween = due !== null && due >= hours.startsAt && (end === null || due <= end);
  return {
    StartDate: hours.startsAt.toISOString(),
    EndDate: end?.toISOString() ?? null,
    DueDate: due && (isDueBetween ? due : (end ?? hours.endsAt)).toISOString(),
  };
}

/** The quiz as `QuizData`, some fields of which have another form than in `QuizReadData`. */
function dataOf(quiz: WholeQuiz): Record<string, unknown> {
  const same = sameFields.filter((name) => quiz[name] !== undefined).map((name) => [name, quiz[name]]);
  const { IsUnlimited, NumberOfAttemptsAllowed } = quiz.AttemptsAllowed;
  const ranges = quiz.RestrictIPAddressRange as readonly unknown[] | null | undefined;
  return {
    ...Object.fromEntries(same),
    StartDate: quiz.StartDate,
    EndDate: quiz.EndDate,
    DueDate: quiz.DueDate,
    NumberOfAttemptsAllowed: IsUnlimited ? null : NumberOfAttemptsAllowed,
    // D2L refuses an export without a grade item, an empty password, an empty range and an empty grace
    // period.
    AutoExportToGrades: quiz.GradeItemId == null ? false : (quiz.AutoExportToGrades ?? null),
    Password: quiz.Password || null,
    RestrictIPAddressRange: ranges && ranges.length > 0 ? ranges : null,
    SubmissionGracePeriod: quiz.SubmissionGracePeriod ?? 0,
  };
}

function momentOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

/** D2L may return moments with other fractions of a second. */
function isSame(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) =>
    JSON.stringify(value instanceof Date ? value.toISOString() : value)?.replace(/\.\d+Z/g, 'Z');
  return plain(one) === plain(other);
}

function notKept(quiz: string, names: string) {
  return makeRemark('quizNotKept', { quiz, names });
}
