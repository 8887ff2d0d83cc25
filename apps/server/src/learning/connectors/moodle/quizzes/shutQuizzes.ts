import { ConnectorError, type ExtraTimeOrder, type ShutQuiz } from '../../connector.ts';
import type { ExamHours } from '../../examTimes/examDay.ts';
import type { MoodleSite } from '../site.ts';
import { NotInService } from '../siteProblems.ts';
import { candidatesOf } from './extraTime.ts';
import { hoursOf, isShutTo } from './overrides.ts';
import { dateOf, listOverrides, listQuizzes } from './quizzes.ts';

/** A quiz without dates is shut to nobody, as far as nobody has an override; its overrides are not read. */
export async function listShutQuizzes(
  site: MoodleSite,
  courseid: number,
  examHours: ExamHours,
  orders: readonly ExtraTimeOrder[],
  signal: AbortSignal,
): Promise<ShutQuiz[]> {
  const hours = hoursOf({ ...examHours, isForAll: true, former: [] });
  const everybody = { userid: 0, groups: new Set<number>(), extraTime: null };
  try {
    const quizzes = await listQuizzes(site, courseid, signal);
    const dated = quizzes.filter(({ timeopen, timeclose }) => timeopen !== 0 || timeclose !== 0);
    if (dated.length === 0) return [];
    const there = (await candidatesOf(site, courseid, orders, signal)).filter(({ isOnCourse }) => isOnCourse);
    const shut: ShutQuiz[] = [];
    for (const quiz of dated) {
      const known = await overridesOf(site, quiz.id, signal);
      const overrides = known ?? [];
      const people = there.filter((person) => isShutTo(quiz, overrides, person, hours)).length;
      if (people === 0 && (there.length > 0 || !isShutTo(quiz, [], everybody, hours))) continue;
      const { name, timeopen, timeclose } = quiz;
      shut.push({
        name,
        opensAt: dateOf(timeopen),
        closesAt: dateOf(timeclose),
        people,
        isRepairable: known !== null,
      });
    }
    return shut;
  } catch (error) {
    // The portal does without: extra time says what is missing.
    if (error instanceof NotInService) return [];
    throw error;
  }
}

/** Null where the service user may not see them. */
async function overridesOf(site: MoodleSite, quizId: number, signal: AbortSignal) {
  try {
    return await listOverrides(site, quizId, signal);
  } catch (error) {
    if (error instanceof ConnectorError && error.retry === 'never') return null;
    throw error;
  }
}
