import { requireCourse } from './courses.ts';
import { type Form, itemsOf } from './form.ts';
import { readFields } from './parameters.ts';
import { invalidParameter } from './refusals.ts';
import type { MoodleData, Quiz } from './site.ts';

/** What a course has inside: sections, quizzes with overrides, grades. */
export const examFunctions = {
  core_course_get_contents(site: MoodleData, form: Form) {
    const { courseid } = readFields(form, { courseid: 'int' });
    const course = requireCourse(site, courseid);
    const quizzes = [...site.quizzes.values()].filter((quiz) => quiz.course === course.id);
    const contents = course.isWhole ? [[], quizzes, []] : [];
    return contents.map((inside, section) => ({
      id: course.id * 10 + section,
      name: section === 0 ? 'General' : 'New section',
      visible: 1,
      summary: '',
      summaryformat: 1,
      section,
      hiddenbynumsections: 0,
      uservisible: true,
      component: null,
      itemid: null,
      modules: inside.map(({ id, name }) => ({ id, name, instance: id, modname: 'quiz', visible: 1 })),
    }));
  },

  mod_quiz_get_quizzes_by_courses(site: MoodleData, form: Form) {
    const courses = itemsOf(form.courseids).map(Number);
    const found = [...site.quizzes.values()].filter(({ course }) => courses.includes(course));
    return { quizzes: found.map(shownQuiz), warnings: [] };
  },

  mod_quiz_get_overrides(site: MoodleData, form: Form) {
    const { quizid } = readFields(form, { quizid: 'int' });
    const found = [...site.overrides.values()].filter(({ quiz }) => quiz === Number(quizid));
    return {
      overrides: found.map((override) => ({
        ...override,
        groupid: null,
        timeopen: null,
        timeclose: null,
        attempts: null,
        password: null,
      })),
    };
  },

  mod_quiz_save_overrides(site: MoodleData, form: Form) {
    const { overrides, ...data } = form.data as Form;
    const { quizid } = readFields(data, { quizid: 'int' });
    const ids = itemsOf(overrides).map((item) => {
      const { id, userid, timelimit } = readFields(item, { id: 'int?', userid: 'int', timelimit: 'int?' });
      const quiz = Number(quizid);
      const own = [...site.overrides.values()].find(
        (override) => override.quiz === quiz && override.userid === Number(userid),
      );
      if (own && own.id !== Number(id))
        throw invalidParameter('Multiple overrides cannot be made for the same user/group.');
      const row = {
        id: own?.id ?? site.next.override++,
        quiz,
        userid: Number(userid),
        timelimit: timelimit === undefined ? null : Number(timelimit),
      };
      site.overrides.set(row.id, row);
      return row.id;
    });
    return { ids };
  },

  gradereport_user_get_grade_items(site: MoodleData, form: Form) {
    const { courseid } = readFields(form, { courseid: 'int' });
    const course = requireCourse(site, courseid);
    const people = [...(site.enrolments.get(course.id)?.keys() ?? [])];
    return {
      usergrades: people.map((userid) => ({
        courseid: course.id,
        courseidnumber: course.idnumber,
        userid,
        userfullname: `${site.users.get(userid)?.firstname} ${site.users.get(userid)?.lastname}`,
        useridnumber: site.users.get(userid)?.idnumber ?? '',
        maxdepth: 2,
        gradeitems: [
          { id: 1, itemtype: 'course', graderaw: null, gradeformatted: '-', grademin: 0, grademax: 100 },
        ],
      })),
      warnings: [],
    };
  },
};

function shownQuiz({ id, course, name, timelimit }: Quiz) {
  return { id, coursemodule: id, course, name, intro: '', timeopen: 0, timeclose: 0, timelimit, attempts: 1 };
}
