import type { AppContext } from '../../../platform/runtime/appContext.ts';
import { type Connector, ConnectorError } from '../connector.ts';
import { ensureAccounts } from './accounts.ts';
import { checkSite } from './check.ts';
import { ensureCourse } from './courseCopies.ts';
import { requireCourse } from './courses.ts';
import { enrolPeople, listPeople, unenrolPeople } from './enrolments.ts';
import { findSignOnAddress } from './signOn.ts';
import { openSite } from './site.ts';
import { MoodleRefusal } from './webService.ts';

/** Seconds that a course takes beside the copying. */
const besideCopy = 60;

/** The connector of a Moodle site, by its web services (docs/platforms.md). */
export function openMoodle(context: Pick<AppContext, 'config' | 'clock'>): Connector {
  const site = openSite(context);
  return {
    batchSize: 100,
    courseSeconds: site.settings.copySeconds + besideCopy,
    check: (signal) => inOurWords(() => checkSite(site, signal)),
    ensureCourse: (order, signal) =>
      inOurWords(async () => ({ externalId: String(await ensureCourse(site, order, signal)) })),
    ensureUsers: (_organisation, people, signal) => inOurWords(() => ensureAccounts(site, people, signal)),
    enrol: (course, accounts, signal) =>
      inOurWords(async () => enrolPeople(site, await requireCourse(site, course, signal), accounts, signal)),
    unenrol: (course, keys, signal) =>
      inOurWords(async () => unenrolPeople(site, await requireCourse(site, course, signal), keys, signal)),
    listEnrolments: (course, signal) =>
      inOurWords(async () => listPeople(site, await requireCourse(site, course, signal), {}, signal)),
    signOnAddress: (signOn, signal) => inOurWords(() => findSignOnAddress(site, signOn, signal)),
  };
}

/** A refusal for which no part of the connector has words of its own: this work is tried again, other work goes on. */
async function inOurWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MoodleRefusal)) throw error;
    throw new ConnectorError(`Moodle refuses: ${error.message} (${error.errorcode})`, 'unready');
  }
}
