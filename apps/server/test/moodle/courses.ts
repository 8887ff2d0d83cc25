import { type Form, itemsOf } from './form.ts';
import { readFields, readOptions } from './parameters.ts';
import { missingPermission, missingRecord, moodleException, Refusal } from './refusals.ts';
import { type CourseRow, type MoodleData, pause, takeTime } from './site.ts';

export const courseFunctions = {
  core_course_get_categories(site: MoodleData, form: Form) {
    const wanted = itemsOf(form.criteria).map((criterion) =>
      readFields(criterion, { key: 'text', value: 'text' }),
    );
    const isMeant = (category: { id: number; idnumber: string }) =>
      wanted.every(({ key, value }) => String(category[key as 'id' | 'idnumber']) === value);
    return [...site.categories.values()].filter(isMeant);
  },

  core_course_create_categories(site: MoodleData, form: Form) {
    return itemsOf(form.categories).map((item) => {
      const { name = '', idnumber = '' } = readFields(item, {
        name: 'text',
        idnumber: 'text?',
        parent: 'int?',
      });
      if (idnumber && [...site.categories.values()].some((other) => other.idnumber === idnumber))
        throw moodleException('categoryidnumbertaken', 'ID number is already used for another category');
      const id = site.next.category++;
      site.categories.set(id, { id, name, idnumber });
      return { id, name };
    });
  },

  core_course_delete_categories(site: MoodleData, form: Form) {
    for (const item of itemsOf(form.categories)) {
      const { id } = readFields(item, { id: 'int', recursive: 'int?' });
      for (const course of site.courses.values())
        if (course.categoryid === Number(id)) site.courses.delete(course.id);
      site.categories.delete(Number(id));
    }
    return null;
  },

  async core_course_create_courses(site: MoodleData, form: Form) {
    await takeTime(site, 100);
    return itemsOf(form.courses).map((item) => {
      const course = readFields(item, {
        fullname: 'notags',
        shortname: 'notags',
        categoryid: 'int',
        idnumber: 'text?',
        visible: 'int?',
        startdate: 'int?',
        enddate: 'int?',
        format: 'text?',
        numsections: 'int?',
      });
      if (!site.categories.has(Number(course.categoryid)))
        throw moodleException(
          'errorcatcontextnotvalid',
          `You cannot execute functions in the category context (category id:${course.categoryid}). The context error message was: Invalid parameter value detected`,
        );
      requireFreeShortname(site, course.shortname);
      requireFreeIdnumber(site, course.idnumber, 0);
      const { id, shortname } = insertCourse(site, {
        fullname: course.fullname ?? '',
        shortname: course.shortname ?? '',
        idnumber: course.idnumber ?? '',
        categoryid: Number(course.categoryid),
        visible: Number(course.visible ?? 1),
        isWhole: true,
      });
      return { id, shortname };
    });
  },

  async core_course_get_courses_by_field(site: MoodleData, form: Form) {
    await takeTime(site, 70);
    const { field = '', value = '' } = readFields(form, { field: 'text', value: 'text' });
    const column = field === 'category' ? 'categoryid' : field;
    const found = [...site.courses.values()].filter(
      (course) => String(course[column as keyof CourseRow]) === value && isSeen(site, course),
    );
    const courses = found.map((course) => {
      const { idnumber, ...more } = shown(site, course);
      return site.setup.maySeeCourses ? { ...more, idnumber } : more;
    });
    return { courses, warnings: [] };
  },

  /**
   * Lessons 3 and 4: the shortname is checked, then the template read, then a course is there, hidden, empty and without a
   * start, then it is filled under a name of its own, then it has the shortname again, whole and with the template's start.
   * Two at once have one each, and nothing of it stops because nobody waits for the answer.
   */
  async core_course_duplicate_course(site: MoodleData, form: Form) {
    const { options, ...rest } = form;
    const wanted = readFields(rest, {
      courseid: 'int',
      fullname: 'notags',
      shortname: 'notags',
      categoryid: 'int',
      visible: 'int?',
    });
    if (readOptions(options).users !== undefined && !site.setup.mayBackupUsers)
      // Lesson 5: even to leave people out takes the right to take them along.
      throw new Refusal(
        'base_setting_exception',
        'setting_locked_by_permission',
        'error/setting_locked_by_permission',
      );
    const template = site.courses.get(Number(wanted.courseid));
    if (!template) throw moodleException('invalidcourseid', 'You are trying to use an invalid course ID');
    requireSeen(site, template);
    requireFreeShortname(site, wanted.shortname);
    requireCategory(site, Number(wanted.categoryid));
    await pause(site.setup.copyMilliseconds / 2);
    const copy = insertCourse(site, {
      fullname: wanted.fullname ?? '',
      shortname: wanted.shortname ?? '',
      idnumber: '',
      categoryid: Number(wanted.categoryid),
      visible: 0,
      startdate: 0,
      enddate: 0,
      timecreated: template.timecreated,
      isWhole: false,
    });
    await pause(site.setup.copyMilliseconds / 4);
    const quizzes = [...site.quizzes.values()].filter(({ course }) => course === template.id);
    const isRefused = !site.setup.mayAddQuestions && quizzes.some(({ questions = 1 }) => questions > 0);
    // What it has made stays.
    if (isRefused) throw moodleException('backupprecheckerrors', 'webservice/backupprecheckerrors');
    const { visible, startdate, enddate } = template;
    Object.assign(copy, { shortname: `${template.shortname}_1`, visible, startdate, enddate });
    await pause(site.setup.copyMilliseconds / 4);
    await takeTime(site, 1300);
    for (const quiz of quizzes) {
      const id = site.next.quiz++;
      site.quizzes.set(id, { ...quiz, id, course: copy.id });
    }
    const others = site.activities.filter(({ course }) => course === template.id);
    site.activities.push(...others.map((activity) => ({ ...activity, course: copy.id })));
    const { shortname = '' } = wanted;
    Object.assign(copy, { shortname, visible: Number(wanted.visible ?? 1), isWhole: true });
    return { id: copy.id, shortname: copy.shortname };
  },

  /** Lesson 7: what it does not change it says in a warning. */
  async core_course_update_courses(site: MoodleData, form: Form) {
    await takeTime(site, 90);
    const warnings: object[] = [];
    for (const item of itemsOf(form.courses)) {
      const change = readFields(item, {
        id: 'int',
        fullname: 'notags?',
        shortname: 'notags?',
        idnumber: 'text?',
        categoryid: 'int?',
        startdate: 'int?',
        enddate: 'int?',
        visible: 'int?',
      });
      const itemid = Number(change.id);
      try {
        updateCourse(site, itemid, change);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        warnings.push({ item: 'course', itemid, warningcode: error.errorcode, message: error.message });
      }
    }
    return { warnings };
  },

  async core_course_delete_courses(site: MoodleData, form: Form) {
    await takeTime(site, 900);
    const warnings: object[] = [];
    for (const given of itemsOf(form.courseids)) {
      const itemid = Number(given);
      const warn = (warningcode: string, message: string) =>
        warnings.push({ item: 'course', itemid, warningcode, message });
      if (!site.courses.has(itemid)) warn('unknowncourseidnumber', `Unknown course ID ${itemid}`);
      else if (!site.setup.mayDelete)
        warn('cannotdeletecourse', `You do not have the permission to delete this course (${itemid})`);
      else {
        requireSeen(site, requireCourse(site, given as string));
        site.courses.delete(itemid);
        site.enrolments.delete(itemid);
      }
    }
    return { warnings };
  },
};

function updateCourse(site: MoodleData, id: number, change: Record<string, string | undefined>): void {
  const course = requireSeen(site, requireCourse(site, String(id)));
  if (change.shortname !== undefined && change.shortname !== course.shortname)
    requireFreeShortname(site, change.shortname);
  requireFreeIdnumber(site, change.idnumber, id);
  const startdate = Number(change.startdate ?? course.startdate);
  const enddate = Number(change.enddate ?? course.enddate);
  if (enddate !== 0 && enddate <= startdate)
    throw moodleException('enddatebeforestartdate', 'The course end date must be after the start date.');
  const isMoved = change.categoryid !== undefined && Number(change.categoryid) !== course.categoryid;
  if (isMoved && !site.setup.mayChangeCategory) throw missingPermission('Change course category');
  const { fullname, shortname, idnumber, categoryid, visible } = change;
  Object.assign(course, { startdate, enddate });
  if (fullname !== undefined) course.fullname = fullname;
  if (shortname !== undefined) course.shortname = shortname;
  if (idnumber !== undefined) course.idnumber = idnumber;
  if (categoryid !== undefined) course.categoryid = Number(categoryid);
  if (visible !== undefined) course.visible = Number(visible);
  if (site.categories.has(course.categoryid)) return;
  // It is there by then, in no category and hidden.
  course.visible = 0;
  requireCategory(site, course.categoryid);
}

export function insertCourse(
  site: MoodleData,
  course: Pick<CourseRow, 'fullname' | 'shortname' | 'categoryid' | 'isWhole'> & Partial<CourseRow>,
): CourseRow {
  const row: CourseRow = {
    idnumber: '',
    visible: 1,
    startdate: 1795305600,
    enddate: 1826841600,
    timecreated: 1795368001,
    ...course,
    id: site.next.course++,
  };
  site.courses.set(row.id, row);
  return row;
}

function isSeen({ setup }: MoodleData, course: CourseRow): boolean {
  return course.visible === 1 || setup.maySeeHidden;
}

/** @throws Refusal for a hidden course that the service user may not see */
export function requireSeen(site: MoodleData, course: CourseRow): CourseRow {
  if (isSeen(site, course)) return course;
  throw new Refusal(
    'core\\exception\\require_login_exception',
    'requireloginerror',
    'Course or activity not accessible.',
  );
}

export function requireCourse(site: MoodleData, id: string | undefined): CourseRow {
  const course = site.courses.get(Number(id));
  if (!course) throw missingRecord('invalidrecord', "Can't find data record in database table course.");
  return course;
}

function requireCategory(site: MoodleData, id: number): void {
  if (!site.categories.has(id))
    throw missingRecord('invalidrecord', "Can't find data record in database table course_categories.");
}

function requireFreeShortname(site: MoodleData, shortname: string | undefined): void {
  const other = [...site.courses.values()].find((course) => course.shortname === shortname);
  if (other)
    throw moodleException(
      'shortnametaken',
      `Short name is already used for another course (${other.fullname})`,
    );
}

function requireFreeIdnumber(site: MoodleData, idnumber: string | undefined, own: number): void {
  const other = [...site.courses.values()].find(
    (course) => idnumber && course.idnumber === idnumber && course.id !== own,
  );
  if (other)
    throw moodleException(
      'courseidnumbertaken',
      `ID number is already used for another course (${other.shortname})`,
    );
}

/** As Moodle writes a name into a page: what looks like a character reference stays one. */
function formatted(name: string): string {
  return name
    .replace(/&(?![a-z0-9#]{1,8};)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** A course as `core_course_get_courses_by_field` shows it to somebody who may update it. */
function shown(site: MoodleData, course: CourseRow) {
  const { isWhole: _, timecreated, manual = 'on', ...row } = course;
  return {
    ...row,
    // As it is written into a page.
    fullname: formatted(row.fullname),
    displayname: formatted(row.fullname),
    courseimage: `${site.setup.url}/pluginfile.php/${row.id}/course/generated/course.svg`,
    categoryname: site.categories.get(row.categoryid)?.name ?? '',
    sortorder: 0,
    summary: '',
    summaryformat: 1,
    summaryfiles: [],
    overviewfiles: [],
    showactivitydates: true,
    showcompletionconditions: true,
    contacts: [],
    enrollmentmethods: manual === 'on' ? ['manual'] : [],
    format: 'topics',
    showgrades: 1,
    newsitems: 5,
    maxbytes: 0,
    showreports: 0,
    groupmode: 0,
    groupmodeforce: 0,
    defaultgroupingid: 0,
    enablecompletion: 1,
    completionnotify: 0,
    lang: '',
    theme: '',
    marker: 0,
    legacyfiles: 0,
    calendartype: '',
    timecreated,
    timemodified: timecreated,
    requested: 0,
    cacherev: timecreated,
    filters: [{ filter: 'activitynames', localstate: 0, inheritedstate: 1 }],
    courseformatoptions: [
      { name: 'hiddensections', value: 1 },
      { name: 'coursedisplay', value: 0 },
      { name: 'indentation', value: '1' },
    ],
  };
}
