import type { AppContext } from '../../../core/context/appContext.ts';
import { type Connector, ConnectorError } from '../connector.ts';
import { makeRemark } from '../platformFacts.ts';
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
import { openSite } from './site.ts';
import { codeOf } from './siteProblems.ts';
import { findStaff } from './staff.ts';
import { removeTrial } from './trial.ts';
import { factsOf, findAccounts, findUsers } from './users.ts';
import { MoodleRefusal } from './webService.ts';

/** Seconds for a course in addition to the copying. */
const besideCopy = 60;

/** The connector of a Moodle site (docs/platforms.md); `settings` default to the environment's. */
export function openMoodle(
  context: Pick<AppContext, 'config' | 'clock'>,
  settings = context.config.moodle,
  fetchSite = fetch,
): Connector {
  if (!settings) throw new Error('there are no settings of Moodle');
  const site = openSite(context, settings, fetchSite);
  return {
    batchSize: 100,
    courseSeconds: site.settings.copySeconds + besideCopy,
    look: (signal) => inOurWords(() => lookAtSite(site, signal)),
    check: (signal) => inOurWords(() => checkSite(site, signal)),
    ensureCourse: (order, signal) => inOurWords(() => ensureCourse(site, order, signal)),
    readCourse: (order, signal) => inOurWords(() => readCourse(site, order, signal)),
    readAccounts: (_organisation, keys, signal) =>
      inOurWords(async () => {
        const found = await findAccounts(site, keys, signal);
        return new Map(keys.map((key) => [key, (found.get(key) ?? []).map(factsOf)]));
      }),
    findByAddress: (_organisation, addresses, signal) =>
      inOurWords(async () => {
        const both = [...new Set(addresses.flatMap((address) => [address, address.toLowerCase()]))];
        return (await findUsers(site, 'email', both, signal)).map(factsOf);
      }),
    findStaff: (_organisation, externalIds, signal) => inOurWords(() => findStaff(site, externalIds, signal)),
    ensureUsers: (_organisation, people, signal) => inOurWords(() => ensureAccounts(site, people, signal)),
    enrol: (course, accounts, signal) =>
      inOurWords(async () => enrolPeople(site, await requireCourse(site, course, signal), accounts, signal)),
    unenrol: (course, keys, signal) =>
      inOurWords(async () => unenrolPeople(site, await requireCourse(site, course, signal), keys, signal)),
    unenrolAccounts: (course, externalIds, signal) =>
      inOurWords(async () =>
        unenrolAccounts(site, await requireCourse(site, course, signal), externalIds, signal),
      ),
    listEnrolments: (course, signal) =>
      inOurWords(async () => listPeople(site, await requireCourse(site, course, signal), signal)),
    removeTrial: (code, keys, signal) => inOurWords(() => removeTrial(site, code, keys, signal)),
    readGrades: (course, signal) =>
      inOurWords(async () => readGrades(site, await requireCourse(site, course, signal), signal)),
    // The page asks for one press if a session is open, since only Moodle knows the session's key.
    signOut: { platform: 'Moodle', address: `${site.settings.url}/login/logout.php` },
    setExtraTimes: (course, orders, signal, hours) =>
      inOurWords(async () =>
        setExtraTimes(site, await requireCourse(site, course, signal), orders, signal, hours),
      ),
    listShutQuizzes: (course, hours, people, signal) =>
      inOurWords(async () =>
        listShutQuizzes(site, await requireCourse(site, course, signal), hours, people, signal),
      ),
    signOnAddress: (signOn, signal) => inOurWords(() => findSignOnAddress(site, signOn, signal)),
  };
}

/** Turns a refusal for which no part of the connector has its own words into an `unready` error. */
async function inOurWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MoodleRefusal)) throw error;
    const said = `${error.message} (${error.errorcode})`;
    const code = codeOf(error.errorcode) ?? 'refused';
    throw new ConnectorError(makeRemark(code, { said }), 'unready');
  }
}
