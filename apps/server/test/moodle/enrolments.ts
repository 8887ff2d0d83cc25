import { requireCourse } from './courses.ts';
import { type Form, itemsOf } from './form.ts';
import { readFields, readOptions } from './parameters.ts';
import { missingRecord, moodleException } from './refusals.ts';
import { type MoodleData, takeTime } from './site.ts';

export const enrolmentFunctions = {
  /** All or none; harmless twice. */
  async enrol_manual_enrol_users(site: MoodleData, form: Form) {
    const wanted = itemsOf(form.enrolments).map((item) =>
      readFields(item, {
        roleid: 'int',
        userid: 'int',
        courseid: 'int',
        timestart: 'int?',
        timeend: 'int?',
        suspend: 'int?',
      }),
    );
    await takeTime(site, 40 + 18.4 * wanted.length);
    for (const { roleid, userid, courseid } of wanted) {
      requireCourse(site, courseid);
      if (!site.setup.assignableRoles.includes(Number(roleid)))
        throw moodleException(
          'wsusercannotassign',
          `You don't have the permission to assign this role (${roleid}) to this user (${userid}) in this course (${courseid}).`,
        );
      if (!site.users.has(Number(userid))) throw missingRecord('invaliduser', 'Invalid user');
    }
    for (const { roleid, userid, courseid } of wanted) {
      const people = site.enrolments.get(Number(courseid)) ?? new Map<number, number>();
      people.set(Number(userid), Number(roleid));
      site.enrolments.set(Number(courseid), people);
    }
    return null;
  },

  async enrol_manual_unenrol_users(site: MoodleData, form: Form) {
    const wanted = itemsOf(form.enrolments).map((item) =>
      readFields(item, { userid: 'int', courseid: 'int', roleid: 'int?' }),
    );
    await takeTime(site, 60);
    for (const { courseid } of wanted) requireCourse(site, courseid);
    for (const { userid, courseid } of wanted) site.enrolments.get(Number(courseid))?.delete(Number(userid));
    return null;
  },

  async core_enrol_get_enrolled_users(site: MoodleData, form: Form) {
    const { options, ...rest } = form;
    const { courseid } = readFields(rest, { courseid: 'int' });
    const { userfields = '', limitfrom = '0', limitnumber = '0' } = readOptions(options);
    const course = requireCourse(site, courseid);
    const fields = userfields.split(',').map((field) => field.trim());
    const people = [...(site.enrolments.get(course.id)?.keys() ?? [])].sort((a, b) => a - b);
    const from = Number(limitfrom);
    const page = people.slice(from, Number(limitnumber) > 0 ? from + Number(limitnumber) : undefined);
    await takeTime(site, 40 + 0.8 * page.length);
    return page.flatMap((id) => {
      const user = site.users.get(id);
      if (!user) return [];
      return {
        id,
        ...(fields.includes('username') ? { username: user.username } : {}),
        fullname: `${user.firstname} ${user.lastname}`,
        ...(fields.includes('idnumber') && user.idnumber ? { idnumber: user.idnumber } : {}),
      };
    });
  },
};
