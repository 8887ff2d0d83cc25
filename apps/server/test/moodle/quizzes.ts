import { requireCourse, requireSeen } from './courses.ts';
import { type Form, itemsOf } from './form.ts';
import { readFields } from './parameters.ts';
import { invalidParameter, missingPermission, missingRecord, Refusal } from './refusals.ts';
import { type MoodleData, type Override, type Quiz, takeTime } from './site.ts';

const fields = ['timeopen', 'timeclose', 'timelimit', 'attempts', 'password'] as const;

/** Quizzes and their overrides, as `mod/quiz/classes/external` and `local/override_manager.php` of Moodle 4.5.6. */
export const quizFunctions = {
  /** Also without mod/quiz:view it answers, with none. */
  mod_quiz_get_quizzes_by_courses(site: MoodleData, form: Form) {
    const courses = itemsOf(form.courseids).map(Number);
    const found = [...site.quizzes.values()].filter(({ course }) => courses.includes(course));
    return { quizzes: found.filter((quiz) => isSeen(site, quiz)).map(shownQuiz), warnings: [] };
  },

  mod_quiz_get_overrides(site: MoodleData, form: Form) {
    const { quizid } = readFields(form, { quizid: 'int' });
    const quiz = requireQuiz(site, quizid);
    const found = [...site.overrides.values()].filter((override) => override.quiz === quiz.id);
    return { overrides: found.filter(({ userid }) => !site.setup.inOtherGroups.includes(userid ?? 0)) };
  },

  /** One after the other, without a transaction: those before a refused one stay. */
  async mod_quiz_save_overrides(site: MoodleData, form: Form) {
    const { overrides, ...data } = readData(form);
    const { quizid } = readFields(data, { quizid: 'int' });
    if (overrides === undefined)
      throw invalidParameter('Missing required key in single structure: overrides');
    const given = itemsOf(overrides).map((item) =>
      readFields(item, {
        id: 'int?',
        groupid: 'int?',
        userid: 'int?',
        timeopen: 'int?',
        timeclose: 'int?',
        timelimit: 'int?',
        attempts: 'int?',
        password: 'text?',
      }),
    );
    const quiz = requireQuiz(site, quizid);
    // People whom it does not see are left out without a word.
    const seen = given.filter(({ userid }) => !site.setup.inOtherGroups.includes(Number(userid)));
    const ids: number[] = [];
    for (const override of seen) {
      await takeTime(site, 15);
      ids.push(saveOverride(site, quiz, override));
    }
    return { ids };
  },

  mod_quiz_delete_overrides(site: MoodleData, form: Form) {
    const { ids, ...data } = readData(form);
    const { quizid } = readFields(data, { quizid: 'int' });
    if (ids === undefined) throw invalidParameter('Missing required key in single structure: ids');
    const quiz = requireQuiz(site, quizid);
    const wanted = itemsOf(ids).map(Number);
    if (wanted.some((id) => site.overrides.get(id)?.quiz !== quiz.id))
      throw invalidParameter('overridemissingdelete');
    for (const id of wanted) site.overrides.delete(id);
    return { ids: wanted };
  },
};

function readData(form: Form): Form {
  if (typeof form.data !== 'object') throw invalidParameter('Missing required key: data');
  return form.data;
}

function requireQuiz(site: MoodleData, id: string | undefined): Quiz {
  const quiz = site.quizzes.get(Number(id));
  if (!quiz) throw missingRecord('invalidrecordunknown', "Can't find data record in database.");
  requireSeen(site, requireCourse(site, String(quiz.course)));
  if (!isSeen(site, quiz))
    throw new Refusal(
      'core\\exception\\require_login_exception',
      'requireloginerror',
      'Course or activity not accessible.',
    );
  if (!site.setup.mayManageOverrides) throw missingPermission('View quiz settings overrides');
  return quiz;
}

function isSeen({ setup }: MoodleData, { isHidden = false }: Quiz): boolean {
  return setup.maySeeQuizzes && (!isHidden || setup.maySeeHiddenActivities);
}

type Given = Readonly<Record<string, string | undefined>>;

/** Every field that is not sent, and every one that is as in the quiz, is null afterwards. */
function saveOverride(site: MoodleData, quiz: Quiz, given: Given): number {
  const set = Object.fromEntries(
    fields.map((field) => {
      const value = given[field];
      const isLikeQuiz = String(quiz[field as 'timelimit'] ?? 0) === value;
      const isNothing = field === 'attempts' ? value === undefined : !value || value === '0';
      return [field, isLikeQuiz || isNothing ? null : field === 'password' ? value : Number(value)];
    }),
  ) as Pick<Override, (typeof fields)[number]>;
  if (fields.every((field) => set[field] === null)) throw invalidParameter('nooverridedata');
  const userid = given.userid === undefined ? null : Number(given.userid);
  const groupid = given.groupid === undefined ? null : Number(given.groupid);
  if ((userid === null) === (groupid === null)) throw invalidParameter('overridemustsetuserorgroup');
  // A deleted account is still in its table; nobody asks whether she is on the course.
  if (userid !== null && !site.users.has(userid) && !site.deletedUsers.has(userid))
    throw invalidParameter('overrideinvaliduser');
  if (set.timeclose !== null && set.timeopen !== null && set.timeclose <= set.timeopen)
    throw invalidParameter('closebeforeopen');
  const id = given.id === undefined ? site.next.override : Number(given.id);
  const twins = [...site.overrides.values()].filter(
    (one) => one.quiz === quiz.id && one.userid === userid && one.groupid === groupid && one.id !== id,
  );
  if (twins.length > 0) throw invalidParameter('Multiple overrides cannot be made for the same user/group.');
  if (given.id !== undefined && site.overrides.get(id)?.userid !== userid)
    throw invalidParameter('overrideinvalidexistingid');
  if (given.id === undefined) site.next.override += 1;
  site.overrides.set(id, { id, quiz: quiz.id, userid, groupid, ...set });
  return id;
}

/** What a quiz is for somebody: `quiz_update_effective_access` of Moodle's `mod/quiz/lib.php`. */
export function accessOf(site: MoodleData, quizId: number, userid: number) {
  const { timeopen = 0, timeclose = 0, timelimit = 0, attempts = 1 } = site.quizzes.get(quizId) ?? {};
  const all = [...site.overrides.values()].filter(({ quiz }) => quiz === quizId);
  const own = all.find((override) => override.userid === userid);
  const ofGroups = all.filter(({ groupid }) => site.groups.get(groupid ?? 0)?.people.has(userid));
  const most = (field: 'timeclose' | 'timelimit' | 'attempts') => {
    const values = ofGroups.flatMap((override) => override[field] ?? []);
    return values.length === 0 ? null : values.includes(0) ? 0 : Math.max(...values);
  };
  const opens = ofGroups.flatMap((override) => override.timeopen ?? []);
  return {
    timeopen: own?.timeopen ?? (opens.length > 0 ? Math.min(...opens) : timeopen),
    timeclose: own?.timeclose ?? most('timeclose') ?? timeclose,
    timelimit: own?.timelimit ?? most('timelimit') ?? timelimit,
    attempts: own?.attempts ?? most('attempts') ?? attempts,
    password: own?.password ?? null,
  };
}

function shownQuiz({ id, course, name, timelimit, ...more }: Quiz) {
  const { timeopen = 0, timeclose = 0, attempts = 1, isHidden = false, questions: sumgrades = 1 } = more;
  const module = { coursemodule: id, course, intro: '', visible: !isHidden };
  return { id, ...module, name, timeopen, timeclose, timelimit, attempts, sumgrades };
}
