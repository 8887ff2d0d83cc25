import * as z from 'zod/mini';
import type { PlatformFacts } from '../connector.ts';
import type { MoodleSite } from './site.ts';

const needed = [
  'core_course_get_courses_by_field',
  'core_course_create_courses',
  'core_course_duplicate_course',
  'core_course_update_courses',
  'core_course_delete_courses',
  'core_user_get_users_by_field',
  'core_user_create_users',
  'core_user_update_users',
  'core_enrol_get_enrolled_users',
  'enrol_manual_enrol_users',
  'enrol_manual_unenrol_users',
  'auth_userkey_request_login_url',
];

/** Moodle 4.4. */
const oldestVersion = 2024042200;

const SiteInfo = z.object({
  sitename: z.string(),
  release: z.string(),
  version: z.string(),
  userissiteadmin: z._default(z.boolean(), false),
  functions: z.array(z.object({ name: z._default(z.string(), '') })),
});

export async function checkSite({ call }: MoodleSite, signal: AbortSignal): Promise<PlatformFacts> {
  const info = await call(
    { name: 'core_webservice_get_site_info', parameters: {}, answer: SiteInfo },
    signal,
  );
  const offered = new Set(info.functions.map(({ name }) => name));
  const missing = needed.filter((name) => !offered.has(name));
  const problems: string[] = [];
  if (Number(info.version) < oldestVersion) problems.push('this version is older than 4.4');
  if (missing.length > 0) problems.push(`add to the service: ${missing.join(', ')}`);
  if (info.userissiteadmin)
    problems.push('the token belongs to a site administrator: make one for a service user');
  const [release = ''] = info.release.split(' ');
  return { product: `Moodle ${release}`, site: info.sitename, problems };
}
