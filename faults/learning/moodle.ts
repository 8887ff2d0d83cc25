import { insertCourse } from '../../apps/server/test/moodle/courses.ts';
import { addTemplate, templateId } from '../../apps/server/test/moodle/moodleConnector.ts';
import { openMoodleServer } from '../../apps/server/test/moodle/moodleServer.ts';
import type { MoodleData } from '../../apps/server/test/moodle/site.ts';
import type { PlatformExam } from './exam.ts';
import type { Platform, Step } from './scenario.ts';
import type { Standing } from './standing.ts';

const lookUpCourse = { call: 'core_course_get_courses_by_field', isReading: true } as const;
const copy = 'core_course_duplicate_course';
const updateCourse = { call: 'core_course_update_courses' };

const steps = (site: MoodleData): readonly Step[] => [
  {
    what: 'the exam and its candidates',
    async prepare({ code: shortname }) {
      insertCourse(site, {
        fullname: 'A copy that nobody finished',
        shortname,
        categoryid: 1,
        isWhole: false,
      });
    },
    act: (exam) => exam.import(3),
    kills: [
      lookUpCourse,
      { call: 'core_course_delete_courses' },
      { call: copy },
      // A finished copy, which the next process takes up.
      { call: copy, at: 'after' },
      updateCourse,
      { call: 'core_user_get_users_by_field', isReading: true },
      { call: 'core_user_create_users' },
      { call: 'enrol_manual_enrol_users' },
    ],
  },
  {
    what: 'extra time',
    act: (exam) => exam.setExtraTime(true),
    kills: [{ call: 'mod_quiz_save_overrides' }],
  },
  {
    what: 'extra time that is taken away',
    act: (exam) => exam.setExtraTime(false),
    kills: [{ call: 'mod_quiz_delete_overrides' }],
  },
  {
    what: 'a candidate who is removed',
    act: (exam) => exam.removeOne(),
    kills: [{ call: 'enrol_manual_unenrol_users' }],
  },
  {
    what: 'a name that is corrected',
    act: (exam) => exam.correctOne(),
    kills: [{ call: 'core_user_update_users' }],
  },
  { what: 'the other title', act: (exam) => exam.rename(), kills: [updateCourse] },
  { what: 'the cancellation', act: (exam) => exam.cancel(), kills: [updateCourse] },
  { what: 'the exam that is taken up again', act: (exam) => exam.reactivate(), kills: [updateCourse] },
  {
    what: 'the comparison',
    act: (exam) => exam.compare(),
    kills: [{ call: 'core_enrol_get_enrolled_users', isReading: true }],
  },
];

export async function openMoodlePlatform(): Promise<Platform> {
  const server = await openMoodleServer();
  addTemplate(server);
  return {
    server,
    nameOf: ({ name }) => name,
    settings: { LEARNING_PRIVATE_HOSTS: '127.0.0.1' },
    form: {
      kind: 'moodle',
      address: server.url,
      credentials: { token: server.site.setup.token },
      semesterId: 1,
      templateId,
      studentRole: 5,
      callSeconds: 30,
      // An unfinished copy is deleted after it.
      copySeconds: 2,
    },
    steps: steps(server.site),
    standingOf: (exam) => standingOf(server.site, exam),
  };
}

function standingOf(site: MoodleData, { code }: PlatformExam): Standing {
  const courses = [...site.courses.values()].filter(({ shortname, idnumber }) =>
    [shortname, idnumber].includes(code),
  );
  const isOnThem = (courseId: number | undefined) => courses.some(({ id }) => id === courseId);
  const enrolled = courses.flatMap(({ id }) => [...(site.enrolments.get(id)?.keys() ?? [])]);
  return {
    courses: courses.map((course) => ({
      title: course.fullname,
      isOpen: course.visible === 1,
      problem:
        course.isWhole && course.shortname === code && course.idnumber === code
          ? null
          : JSON.stringify(course),
    })),
    accountsOf: (address) =>
      [...site.users.values()]
        .filter(({ email }) => email === address)
        .map(({ id, lastname }) => ({ lastName: lastname, isEnrolled: enrolled.includes(id) })),
    enrolments: enrolled.length,
    extraTimes: [...site.overrides.values()].filter(({ quiz }) => isOnThem(site.quizzes.get(quiz)?.course))
      .length,
  };
}
