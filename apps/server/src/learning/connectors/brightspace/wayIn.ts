import { ConnectorError, type SignOn } from '../connector.ts';
import { ensureAccounts } from './accounts.ts';
import type { BrightspaceSite } from './api.ts';
import { findOfferings, makeMark } from './offerings.ts';

/**
 * The configured address with the course's id, or without that part for the front page. The browser signs in
 * at Brightspace, or at the service before it. A candidate's account is brought up to date first; staff have
 * accounts of their own.
 */
export async function findWayIn(site: BrightspaceSite, { person, isEnsured, course: code, isStaff }: SignOn) {
  const courses = code === null ? [] : await findOfferings(site, code);
  const course = courses.find((offering) => makeMark(offering) === null);
  if (!isStaff && !isEnsured) {
    const { refusals } = await ensureAccounts(site, [person]);
    if (refusals[0]) throw new ConnectorError(refusals[0].remark, 'never');
  }
  const { wayIn } = site.settings;
  return course ? wayIn.replace('{course}', course.Identifier) : wayIn.replace(/(\/|%2F)?\{course\}/i, '');
}
