import type { Remark } from '@guichet/contract/learning/learning.remarks';
import * as z from 'zod/mini';
import { makeRemark, type PlatformFacts } from '../platformFacts.ts';
import { findCourses, hasCategory } from './courses.ts';
import { noCategory, noTemplate, unseenEmails } from './siteProblems.ts';
import { staffFunctions } from './staff.ts';
import type { CallMoodle, MoodleSite } from './webService.ts';

const lookUp = 'core_user_get_users_by_field';

const findByField = 'core_course_get_courses_by_field';

const needed = [
  findByField,
  'core_course_create_courses',
  'core_course_duplicate_course',
  'core_course_update_courses',
  'core_course_delete_courses',
  lookUp,
  'core_user_create_users',
  'core_user_update_users',
  'core_enrol_get_enrolled_users',
  'enrol_manual_enrol_users',
  'enrol_manual_unenrol_users',
  'auth_userkey_request_login_url',
];

/** Web service functions that most exams do not need. */
const optional = {
  forExtraTime: [
    'mod_quiz_get_quizzes_by_courses',
    'mod_quiz_get_overrides',
    'mod_quiz_save_overrides',
    'mod_quiz_delete_overrides',
  ],
  forDates: ['core_course_get_contents'],
  forGrades: ['gradereport_user_get_grade_items'],
  forStaff: staffFunctions,
} as const;

/** The version number of Moodle 4.4. */
const oldestVersion = 2024042200;

const SiteInfo = z.object({
  sitename: z.string(),
  release: z.string(),
  version: z.string(),
  userissiteadmin: z._default(z.boolean(), false),
  functions: z.array(z.object({ name: z._default(z.string(), '') })),
});

/** Fields are absent where the service user's rights, or a setting of the site, hide them. */
const Guest = z.object({ lastname: z.optional(z.string()), email: z.optional(z.string()) });

const getInfo = 'core_webservice_get_site_info';

/** Whether the site answers with our token. */
export async function lookAtSite({ call }: MoodleSite): Promise<void> {
  await call(getInfo, {}, SiteInfo);
}

export async function checkSite(site: MoodleSite): Promise<PlatformFacts> {
  const { call, clock } = site;
  let secondsAhead: number | undefined;
  const tellTime = (time: Date) => {
    secondsAhead = Math.round((time.getTime() - clock.now().getTime()) / 1000);
  };
  const info = await call(getInfo, {}, SiteInfo, { tellTime });
  const offered = new Set(info.functions.map(({ name }) => name));
  const missing = needed.filter((name) => !offered.has(name));
  const notes = (Object.keys(optional) as (keyof typeof optional)[]).flatMap((code) => {
    const absent = optional[code].filter((name) => !offered.has(name)).join(', ');
    return absent === '' ? [] : [makeRemark(code, { names: absent })];
  });
  const problems: Remark[] = [];
  if (Number(info.version) < oldestVersion) problems.push(makeRemark('oldVersion'));
  const names = missing.join(', ');
  if (names) problems.push(makeRemark('missingFunctions', { names }));
  if (info.userissiteadmin) problems.push(makeRemark('siteAdmin'));
  if (offered.has(lookUp)) problems.push(...(await blindSpots(call)));
  if (offered.has(findByField)) problems.push(...(await absentPlaces(site)));
  const [release = ''] = info.release.split(' ');
  return { product: `Moodle ${release}`, site: info.sitename, problems, notes, secondsAhead };
}

/** Facts of other accounts that the service user does not see, tried on the guest account of the site. */
async function blindSpots(call: CallMoodle): Promise<Remark[]> {
  const parameters = { field: 'username', values: ['guest'] };
  const [guest] = await call(lookUp, parameters, z.array(Guest));
  if (!guest) return [makeRemark('unseenAccounts')];
  const problems: Remark[] = [];
  if (guest.email === undefined) problems.push(unseenEmails);
  if (guest.lastname === undefined) problems.push(makeRemark('unseenLastNames'));
  return problems;
}

/** The template and the category of the settings, where they do not exist. */
async function absentPlaces(site: MoodleSite): Promise<Remark[]> {
  const { template, category } = site.settings;
  const problems: Remark[] = [];
  if (template !== null && (await findCourses(site, 'id', String(template))).length === 0)
    problems.push(noTemplate(template));
  if (category === null) return problems;
  const isThere = await hasCategory(site, category);
  if (isThere === null) problems.push(makeRemark('uncheckedCategory', { id: category }));
  if (isThere === false) problems.push(noCategory(category));
  return problems;
}
