import * as z from 'zod/mini';
import { ConnectorError, makeRemark, type SignOn } from '../connector.ts';
import { ensureAccounts } from './accounts.ts';
import { findCourse } from './courses.ts';
import { MoodleRefusal, type MoodleSite } from './webService.ts';

const Link = z.object({ loginurl: z.url() });

/**
 * A link that signs a candidate on, once. Their account is brought up to date first, since a first sign-on
 * with OpenID finds it by its address. Staff sign in with their own accounts in Moodle, which have rights
 * there.
 */
export async function findSignOnAddress(
  site: MoodleSite,
  { person, isEnsured, course: code, isStaff, comeBackTo }: SignOn,
): Promise<string> {
  const course = code === null ? null : await findCourse(site, code);
  const page = course === null ? '/my/' : `/course/view.php?id=${course.id}`;
  if (isStaff) return `${site.settings.url}${page}`;
  const { refusals } = isEnsured ? { refusals: [] } : await ensureAccounts(site, [person]);
  if (refusals[0]) throw new ConnectorError(refusals[0].remark, 'never');
  const link = await requestLink(site, person.key);
  const [base] = link.split('/auth/userkey/');
  // While another person is signed in there, auth_userkey uses the key up, ends that session and signs nobody
  // on.
  return `${link}&wantsurl=${encodeURIComponent(comeBackTo ?? `${base}${page}`)}`;
}

async function requestLink({ call }: MoodleSite, key: string): Promise<string> {
  try {
    return (await call('auth_userkey_request_login_url', { user: { idnumber: key } }, Link)).loginurl;
  } catch (error) {
    if (!(error instanceof MoodleRefusal)) throw error;
    throw new ConnectorError(makeRemark('noSignOnLink', { code: error.errorcode }), 'never');
  }
}
