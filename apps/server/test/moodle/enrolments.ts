import { requireCourse, requireSeen } from './courses.ts';
import { type Form, itemsOf } from './form.ts';
import { readFields, readOptions } from './parameters.ts';
import {
  invalidParameter,
  missingPermission,
  missingRecord,
  moodleException,
  type Refusal,
} from './refusals.ts';
import { type CourseRow, type EnrolmentRow, type MoodleData, takeTime } from './site.ts';

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
      const course = site.courses.get(Number(courseid));
      if (!course) throw invalidParameter('Context does not exist');
      requireSeen(site, course);
      if (!site.setup.assignableRoles.includes(Number(roleid)))
        throw moodleException(
          'wsusercannotassign',
          `You don't have the permission to assign this role (${roleid}) to this user (${userid}) in this course (${courseid}).`,
        );
      requireUser(site, userid);
      if (!isManualOn(course)) throw noInstance(course);
    }
    for (const { roleid, userid, courseid, suspend = '0' } of wanted) {
      const people = site.enrolments.get(Number(courseid)) ?? new Map<number, EnrolmentRow>();
      // Roles that somebody has already stay.
      const roles = new Set(people.get(Number(userid))?.roles).add(Number(roleid));
      people.set(Number(userid), { roles: [...roles], isSuspended: suspend !== '0' });
      site.enrolments.set(Number(courseid), people);
    }
    return null;
  },

  async enrol_manual_unenrol_users(site: MoodleData, form: Form) {
    const wanted = itemsOf(form.enrolments).map((item) =>
      readFields(item, { userid: 'int', courseid: 'int', roleid: 'int?' }),
    );
    await takeTime(site, 60);
    for (const { userid, courseid } of wanted) {
      const course = requireCourse(site, courseid);
      requireSeen(site, course);
      if (course.manual === 'absent') throw noInstance(course);
      requireUser(site, userid);
    }
    for (const { userid, courseid } of wanted) {
      const people = site.enrolments.get(Number(courseid));
      if (people?.get(Number(userid))?.isManual !== false) people?.delete(Number(userid));
    }
    return null;
  },

  async core_enrol_get_enrolled_users(site: MoodleData, form: Form) {
    const { options, ...rest } = form;
    const { courseid } = readFields(rest, { courseid: 'int' });
    const { userfields = '', limitfrom = '0', limitnumber = '0', onlyactive = '0' } = readOptions(options);
    const course = requireCourse(site, courseid);
    try {
      requireSeen(site, course);
    } catch (error) {
      const message = `You cannot execute functions in the course context (course id:${courseid}). The context error message was: ${(error as Error).message}`;
      throw moodleException('errorcoursecontextnotvalid', message);
    }
    const fields = userfields.split(',').map((field) => field.trim());
    if (onlyactive !== '0' && !site.setup.mayReviewEnrolments)
      throw missingPermission('Review course enrolments');
    const people = [...(site.enrolments.get(course.id) ?? [])]
      .filter(([, enrolment]) => onlyactive === '0' || isActive(course, enrolment))
      .sort(([a], [b]) => a - b);
    const from = Number(limitfrom);
    const page = !site.setup.maySeePeople
      ? []
      : people.slice(from, Number(limitnumber) > 0 ? from + Number(limitnumber) : undefined);
    await takeTime(site, 40 + 0.8 * page.length);
    return page.flatMap(([id, { roles }]) => {
      const user = site.users.get(id);
      if (!user) return [];
      return {
        id,
        ...(fields.includes('username') ? { username: user.username } : {}),
        fullname: `${user.firstname} ${user.lastname}`,
        ...(fields.includes('idnumber') && user.idnumber ? { idnumber: user.idnumber } : {}),
        ...(fields.includes('roles') ? { roles: roles.map(shownRole) } : {}),
        ...(fields.includes('groups') ? { groups: groupsOf(site, course.id, id) } : {}),
      };
    });
  },

  /** On the front page: whoever has a role of the whole site that has one of the capabilities. */
  core_enrol_get_enrolled_users_with_capability(site: MoodleData, form: Form) {
    return itemsOf(form.coursecapabilities).map(() => ({
      courseid: 1,
      capability: 'moodle/course:update',
      users: [...site.users.values()]
        .filter(({ siteRole }) => siteRole !== undefined && siteRole !== 5)
        .map(({ id, firstname, lastname }) => ({ id, fullname: `${firstname} ${lastname}` })),
    }));
  },

  /** One course of each; roles are those given in this course. */
  core_user_get_course_user_profiles(site: MoodleData, form: Form) {
    const wanted = itemsOf(form.userlist).map((item) => readFields(item, { userid: 'int', courseid: 'int' }));
    return wanted.flatMap(({ userid, courseid }) => {
      const id = Number(userid);
      const user = site.users.get(id);
      if (!user) return [];
      const own = [...site.enrolments].filter(([, people]) => people.has(id));
      return {
        id,
        fullname: `${user.firstname} ${user.lastname}`,
        roles: (site.enrolments.get(Number(courseid))?.get(id)?.roles ?? []).map(shownRole),
        enrolledcourses: own.map(([course]) => {
          const { fullname = '', shortname = '' } = site.courses.get(course) ?? {};
          return { id: course, fullname, shortname };
        }),
      };
    });
  },
};

function isManualOn({ manual = 'on' }: CourseRow): boolean {
  return manual === 'on';
}

function isActive(course: CourseRow, { isSuspended, isManual = true }: EnrolmentRow): boolean {
  return !isSuspended && (!isManual || isManualOn(course));
}

function noInstance({ id }: CourseRow): Refusal {
  return moodleException(
    'wsnoinstance',
    `Manual enrolment plugin instance doesn't exist or is disabled for the course (id = ${id})`,
  );
}

function shownRole(roleid: number) {
  return { roleid, name: '', shortname: roleid === 5 ? 'student' : 'editingteacher', sortorder: roleid };
}

/** Moodle leaves the field out for somebody without a group; the connector reads both alike. */
function groupsOf({ groups }: MoodleData, course: number, userid: number) {
  const own = [...groups.values()].filter((group) => group.course === course && group.people.has(userid));
  return own.map(({ id }) => ({ id, name: `Groupe ${id}`, description: '', descriptionformat: 1 }));
}

function requireUser(site: MoodleData, id: string | undefined): void {
  if (site.deletedUsers.has(Number(id))) throw moodleException('userdeleted', 'error/userdeleted');
  if (!site.users.has(Number(id))) throw missingRecord('invaliduser', 'Invalid user');
}
