import { ConnectorError, type SignOn } from '../connector.ts';
import { ensureAccounts } from './accounts.ts';
import { markOf } from './makingMark.ts';
import { findOfferings } from './offerings.ts';
import type { BrightspaceSite } from './site.ts';

/**
 * The configured address with the id of the course; without one, the same address without that part. Who comes there signs
 * in at Brightspace, or at what stands before it. A candidate's account is brought up to date before; staff have their own.
 */
export async function findWayIn(
  site: BrightspaceSite,
  { person, isEnsured, course: code, isStaff }: SignOn,
  signal: AbortSignal,
): Promise<string> {
  const courses = code === null ? [] : await findOfferings(site, code, signal);
  const course = courses.find((offering) => markOf(offering) === null);
  if (!isStaff && !isEnsured) {
    const { refusals } = await ensureAccounts(site, [person], signal);
    if (refusals[0]) throw new ConnectorError(refusals[0].remark ?? refusals[0].reason, 'never');
  }
  const { wayIn } = site.settings;
  return course ? wayIn.replace('{course}', course.Identifier) : wayIn.replace(/(\/|%2F)?\{course\}/i, '');
}
