import { type ExtraTimeOrder, isFinal, type ShutQuiz } from '../../connector.ts';
import { type ExamHours, isShutIn } from '../../examTimes/examDay.ts';
import { orNull } from '../../orNull.ts';
import { isNotInService } from '../siteProblems.ts';
import { isMoodleRefusal, type MoodleSite } from '../webService.ts';
import { type DatedActivity, listActivities } from './activities.ts';
import { pickCandidates } from './extraTime.ts';
import { type Candidate, computeExtraSeconds, isShutTo, pickHours } from './overrides.ts';
import { listOverrides, listQuizzes, type Override, type Quiz, toDate } from './quizzes.ts';

const everybody: Candidate = { userid: 0, groups: new Set(), extraTime: null };

/** The overrides of a quiz without dates are not read, so that it counts as shut to nobody. */
export async function listShutQuizzes(
  site: MoodleSite,
  courseid: number,
  examHours: ExamHours,
  orders: readonly ExtraTimeOrder[],
): Promise<ShutQuiz[]> {
  const quizzes = ((await orNull(listQuizzes(site, courseid), isUnanswered)) ?? []).filter(
    ({ timeopen, timeclose }) => timeopen !== 0 || timeclose !== 0,
  );
  const activities = (await orNull(listActivities(site, courseid), isUnanswered)) ?? [];
  if (quizzes.length + activities.length === 0) return [];
  const there = (await pickCandidates(site, courseid, orders)).filter(({ isOnCourse }) => isOnCourse);
  const hours = pickHours({ ...examHours, isForAll: true, former: [] });
  const countShut = (isShut: (person: Candidate) => boolean) =>
    there.length === 0 ? (isShut(everybody) ? 0 : null) : there.filter(isShut).length || null;
  const shut: (ShutQuiz | null)[] = [];
  for (const quiz of quizzes) {
    // Null where the service user may not see the overrides.
    const known = await orNull(listOverrides(site, quiz.id), isFinal);
    const people = countShut((person) => isShutTo(quiz, known ?? [], person, hours));
    shut.push(quizShutTo(people, quiz, known));
  }
  for (const activity of activities) {
    const people = countShut(({ extraTime }) =>
      isShutIn(examHours, activity, computeExtraSeconds(extraTime, hours)),
    );
    shut.push(activityShutTo(people, activity));
  }
  return shut.filter((one) => one !== null);
}

function quizShutTo(
  people: number | null,
  { name, timeopen, timeclose }: Quiz,
  known: readonly Override[] | null,
): ShutQuiz | null {
  if (people === null) return null;
  const dates = { opensAt: toDate(timeopen), closesAt: toDate(timeclose) };
  return { name, kind: 'quiz', ...dates, people, isRepairable: known !== null };
}

/** No web service of Moodle changes the dates or restrictions of other activities. */
function activityShutTo(people: number | null, activity: DatedActivity): ShutQuiz | null {
  return people === null ? null : { ...activity, kind: 'activity', people, isRepairable: false };
}

/** Whether the service user may not ask, or Moodle cannot answer; the check of the site says why. */
function isUnanswered(error: unknown): boolean {
  return isNotInService(error) || isMoodleRefusal(error);
}
