import * as z from 'zod/mini';
import { ConnectorError } from '../connector.ts';
import { orNull } from '../http.ts';
import { MoodleRefusal, type MoodleSite, splitBatches } from './webService.ts';

/** Functions that a service may lack; the portal then does not see who has a role on the site. */
export const staffFunctions = [
  'core_enrol_get_enrolled_users_with_capability',
  'core_user_get_course_user_profiles',
];

/** Moodle's front page is a course whose roles hold for the whole site. */
const frontPage = 1;

/** Capabilities that no candidate has; everybody whom Moodle's own roles make staff has at least one. */
const ofStaff = [
  'moodle/course:create',
  'moodle/course:update',
  'moodle/grade:viewall',
  'moodle/user:update',
];

/** The most rounds of looking at people's courses, a course of each person per round. */
const mostCourses = 20;

const Warnings = z.object({ warnings: z.array(z.object({ itemid: z.int(), warningcode: z.string() })) });

const Holders = z.array(z.object({ users: z.array(z.object({ id: z.int() })) }));

const Profiles = z.array(
  z.object({
    id: z.int(),
    roles: z._default(z.array(z.object({ roleid: z.int() })), []),
    enrolledcourses: z._default(z.array(z.object({ id: z.int() })), []),
  }),
);

/** Administrators, and people with another role than the candidates' on the whole site or in a course. */
export async function findStaff(
  site: MoodleSite,
  externalIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = externalIds.map(Number);
  const staff = [
    ...(await findAdministrators(site, ids)),
    ...((await orNull(findHolders(site), isHidden)) ?? []),
    ...((await orNull(findTeachers(site, ids), isHidden)) ?? []),
  ];
  return new Set(staff.map(String));
}

/** Moodle names administrators only when it is asked to change them; this call changes nothing. */
async function findAdministrators({ call }: MoodleSite, ids: readonly number[]): Promise<number[]> {
  const found: number[] = [];
  for (const batch of splitBatches(ids, 1)) {
    const parameters = { users: batch.map((id) => ({ id })) };
    const { warnings } = await call('core_user_update_users', parameters, Warnings);
    for (const { itemid, warningcode } of warnings)
      if (warningcode === 'usernotupdatedadmin') found.push(itemid);
  }
  return found;
}

async function findHolders({ call }: MoodleSite): Promise<number[]> {
  const parameters = {
    coursecapabilities: [{ courseid: frontPage, capabilities: ofStaff }],
    options: [{ name: 'userfields', value: 'id' }],
  };
  const holders = await call('core_enrol_get_enrolled_users_with_capability', parameters, Holders);
  return holders.flatMap(({ users }) => users.map(({ id }) => id));
}

/** Moodle answers about one course of each person; the front page's answer lists their other courses. */
async function findTeachers({ call, settings }: MoodleSite, ids: readonly number[]): Promise<number[]> {
  const teachers = new Set<number>();
  const read = async (asked: readonly { userid: number; courseid: number }[]) => {
    const profiles: z.output<typeof Profiles> = [];
    for (const userlist of splitBatches(asked, 2))
      profiles.push(...(await call('core_user_get_course_user_profiles', { userlist }, Profiles)));
    for (const { id, roles } of profiles)
      if (roles.some(({ roleid }) => roleid !== settings.role)) teachers.add(id);
    return profiles;
  };
  const profiles = await read(ids.map((userid) => ({ userid, courseid: frontPage })));
  for (let round = 0; round < mostCourses; round += 1) {
    const asked = profiles.flatMap(({ id: userid, enrolledcourses }) => {
      const courseid = enrolledcourses[round]?.id;
      return courseid === undefined ? [] : [{ userid, courseid }];
    });
    if (asked.length === 0) break;
    await read(asked);
  }
  return [...teachers];
}

/** Whether the service user may not know. */
function isHidden(error: unknown): boolean {
  const { code } = error instanceof ConnectorError ? error.remark : { code: null };
  return error instanceof MoodleRefusal || code === 'accessexception' || code === 'nopermissions';
}
