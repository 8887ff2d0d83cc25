import type { AppContext } from '../../../core/context/appContext.ts';
import { type Connector, ConnectorError, type CourseRef, makeRemark } from '../connector.ts';
import { ensureAccounts } from './accounts.ts';
import { checkSite, lookAtSite } from './check.ts';
import { ensureCourse } from './courseCopies.ts';
import { readCourse, requireCourse } from './courses.ts';
import { enrolPeople, unenrolAccounts, unenrolPeople } from './enrolments.ts';
import { readGrades } from './grades.ts';
import { listPeople } from './people.ts';
import { setExtraTimes } from './quizzes/extraTime.ts';
import { listShutQuizzes } from './quizzes/shutQuizzes.ts';
import { findSignOnAddress } from './signOn.ts';
import { findRemarkCode } from './siteProblems.ts';
import { findStaff } from './staff.ts';
import { removeTrial } from './trial.ts';
import { findAccounts, findUsers, readFacts } from './users.ts';
import { MoodleRefusal, type MoodleSite, openSite } from './webService.ts';

/** Seconds for a course in addition to the copying. */
const besideCopy = 60;

/** The connector of a Moodle site (docs/platforms.md); `settings` default to the environment's. */
export function openMoodle(
  context: Pick<AppContext, 'config' | 'clock'>,
  settings = context.config.moodle,
  fetchSite = fetch,
): Connector {
  if (!settings) throw new Error('there are no settings of Moodle');
  const openFor = openSite(context, settings, fetchSite);
  const at = <T>(signal: AbortSignal, work: (site: MoodleSite) => Promise<T>) =>
    inOurWords(() => work(openFor(signal)));
  const onCourse = <T>(
    course: CourseRef,
    signal: AbortSignal,
    work: (site: MoodleSite, id: number) => Promise<T>,
  ) => at(signal, async (site) => work(site, await requireCourse(site, course)));
  return {
    batchSize: 100,
    courseSeconds: settings.copySeconds + besideCopy,
    look: (signal) => at(signal, lookAtSite),
    check: (signal) => at(signal, checkSite),
    ensureCourse: (order, signal) => at(signal, (site) => ensureCourse(site, order)),
    readCourse: (order, signal) => at(signal, (site) => readCourse(site, order)),
    readAccounts: (_organisation, keys, signal) =>
      at(signal, async (site) => {
        const found = await findAccounts(site, keys);
        return new Map(keys.map((key) => [key, (found.get(key) ?? []).map(readFacts)]));
      }),
    findByAddress: (_organisation, addresses, signal) =>
      at(signal, async (site) => {
        const both = [...new Set(addresses.flatMap((address) => [address, address.toLowerCase()]))];
        return (await findUsers(site, 'email', both)).map(readFacts);
      }),
    findStaff: (_organisation, externalIds, signal) => at(signal, (site) => findStaff(site, externalIds)),
    ensureUsers: (_organisation, people, signal) => at(signal, (site) => ensureAccounts(site, people)),
    enrol: (course, accounts, signal) =>
      onCourse(course, signal, (site, id) => enrolPeople(site, id, accounts)),
    unenrol: (course, keys, signal) => onCourse(course, signal, (site, id) => unenrolPeople(site, id, keys)),
    unenrolAccounts: (course, externalIds, signal) =>
      onCourse(course, signal, (site, id) => unenrolAccounts(site, id, externalIds)),
    listEnrolments: (course, signal) => onCourse(course, signal, listPeople),
    removeTrial: (code, keys, signal) => at(signal, (site) => removeTrial(site, code, keys)),
    readGrades: (course, signal) => onCourse(course, signal, readGrades),
    // The page asks for one press if a session is open, since only Moodle knows the session's key.
    signOut: { platform: 'Moodle', address: `${settings.url}/login/logout.php` },
    setExtraTimes: (course, orders, signal, hours) =>
      onCourse(course, signal, (site, id) => setExtraTimes(site, id, orders, hours)),
    listShutQuizzes: (course, hours, people, signal) =>
      onCourse(course, signal, (site, id) => listShutQuizzes(site, id, hours, people)),
    signOnAddress: (signOn, signal) => at(signal, (site) => findSignOnAddress(site, signOn)),
  };
}

/** Turns a refusal for which no part of the connector has its own words into an `unready` error. */
async function inOurWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MoodleRefusal)) throw error;
    const said = `${error.message} (${error.errorcode})`;
    const code = findRemarkCode(error.errorcode) ?? 'refused';
    throw new ConnectorError(makeRemark(code, { said }), 'unready');
  }
}
