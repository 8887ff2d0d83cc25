import { requireCourse } from './courses.ts';
import type { Form } from './form.ts';
import { readFields, readOptions } from './parameters.ts';
import type { MoodleData } from './site.ts';

/** What a course has inside: sections, grades. */
export const examFunctions = {
  core_course_get_contents(site: MoodleData, { options, ...form }: Form) {
    const { courseid } = readFields(form, { courseid: 'int' });
    readOptions(options);
    const course = requireCourse(site, courseid);
    const quizzes = [...site.quizzes.values()].filter((quiz) => quiz.course === course.id);
    const others = site.activities.filter(
      (one) => one.course === course.id && !site.setup.unseenActivities.includes(one.modname),
    );
    const modules = [
      ...quizzes.map(({ id, name, timeopen, timeclose }) => {
        const dates = datesOf({ timeopen, timeclose });
        return { id, name, instance: id, modname: 'quiz', visible: 1, dates, customdata: '""' };
      }),
      ...others.map(({ name, modname, dates = {}, customdata = '', availability }, at) => ({
        ...{ id: 1000 + at, name: name.replaceAll('&', '&amp;'), instance: 1000 + at, modname, visible: 1 },
        ...{ dates: datesOf(dates), customdata: JSON.stringify(customdata) },
        ...(availability && { availability: JSON.stringify(availability) }),
      })),
    ];
    const contents = course.isWhole ? [[], modules, []] : [];
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
      modules: inside,
    }));
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
        gradeitems: site.setup.hidesGrades
          ? []
          : [courseTotal(site.grades.get(`${course.id}/${userid}`) ?? null)],
      })),
      warnings: [],
    };
  },
};

/** \core\activity_dates: those that are set, with labels in the reader's language. */
function datesOf(dates: Readonly<Record<string, number | undefined>>) {
  const set = Object.entries(dates).filter((entry): entry is [string, number] => Boolean(entry[1]));
  return set.map(([dataid, timestamp]) => ({ dataid, label: 'Opens:', timestamp }));
}

function courseTotal(graderaw: number | null) {
  const gradeformatted = graderaw === null ? '-' : graderaw.toFixed(2);
  return { id: 1, itemtype: 'course', graderaw, gradeformatted, grademin: 0, grademax: 100 };
}
