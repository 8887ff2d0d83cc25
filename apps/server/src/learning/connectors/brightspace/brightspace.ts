import type { AppContext } from '../../../core/context/appContext.ts';
import type { BrightspaceSettings } from '../../../core/runtime/config.ts';
import type { TokenStore } from '../../tokens/tokenStore.ts';
import { openTokenStore } from '../../tokens/tokenStore.ts';
import { type Connector, ConnectorError, type CourseRef } from '../connector.ts';
import { makeRemark } from '../platformFacts.ts';
import { ensureAccounts } from './accounts.ts';
import { BrightspaceRefusal, openApi } from './api.ts';
import { checkSite, permissionProblem } from './check.ts';
import { ensureCourse } from './courseCopies.ts';
import { enrolPeople, unenrolAccounts, unenrolPeople } from './enrolments.ts';
import { setExtraTimes } from './extraTime.ts';
import { readGrades } from './grades.ts';
import { inParallel } from './inParallel.ts';
import { openAccessTokens } from './oauth/accessTokens.ts';
import { readCourse, requireOffering } from './offerings.ts';
import { listPeople } from './people.ts';
import { listShutQuizzes } from './quizzes.ts';
import type { BrightspaceSite } from './site.ts';
import { findStaff } from './staff.ts';
import { removeTrial } from './trial.ts';
import { factsOf, findByExternalEmail, findUsers } from './users.ts';
import { readVersions } from './versions.ts';
import { findWayIn } from './wayIn.ts';

/** Seconds for a course in addition to the copying. */
const besideCopy = 60;

/** The connector of a Brightspace site (docs/platforms.md); `settings` default to the environment's. */
export function openBrightspace(
  context: AppContext,
  settings = context.config.brightspace,
  fetchSite = fetch,
): Connector {
  if (!settings) throw new Error('there are no settings of Brightspace');
  const { clock, config } = context;
  const store = openTokenStore(context, settings);
  return openBrightspaceWith(settings, store, { clock, timeZone: config.timeZone, fetchSite });
}

/** `store` keeps the tokens of this registration for all servers of the portal. */
export function openBrightspaceWith(
  settings: BrightspaceSettings,
  store: TokenStore,
  surroundings: Pick<BrightspaceSite, 'clock' | 'timeZone' | 'fetchSite'>,
): Connector {
  const tokens = openAccessTokens(settings, store, surroundings);
  const call = openApi(settings, tokens, surroundings.fetchSite);
  const site: BrightspaceSite = { call, settings, ...surroundings };
  const onCourse = <T>(course: CourseRef, signal: AbortSignal, work: (id: string) => Promise<T>) =>
    inOurWords(async () => work((await requireOffering(site, course, signal)).Identifier));
  return {
    // Up to four calls a person, for four people at a time, have to end within a minute.
    batchSize: 50,
    courseSeconds: settings.copySeconds + besideCopy,
    async look(signal) {
      await readVersions(surroundings.fetchSite, settings.url, signal);
    },
    check: (signal) => inOurWords(() => checkSite(site, signal)),
    ensureCourse: (order, signal) => inOurWords(() => ensureCourse(site, order, signal)),
    readCourse: (order, signal) => inOurWords(() => readCourse(site, order, signal)),
    readAccounts: (_organisation, keys, signal) =>
      inOurWords(async () => {
        const found = await inParallel(keys, (key) => findUsers(site, key, signal));
        return new Map(keys.map((key, at) => [key, (found[at] ?? []).map(factsOf)]));
      }),
    sharesAddresses: true,
    findByAddress: (_organisation, addresses, signal) =>
      inOurWords(async () => {
        const found = await inParallel(addresses, (address) => findByExternalEmail(site, address, signal));
        return found.flat().map(factsOf);
      }),
    findStaff: (_organisation, externalIds, signal) => inOurWords(() => findStaff(site, externalIds, signal)),
    ensureUsers: (_organisation, people, signal) => inOurWords(() => ensureAccounts(site, people, signal)),
    enrol: (course, accounts, signal, repaired) =>
      onCourse(course, signal, (id) => enrolPeople(site, id, { accounts, repaired }, signal)),
    unenrol: (course, keys, signal) =>
      onCourse(course, signal, (id) => unenrolPeople(site, id, keys, signal)),
    unenrolAccounts: (course, externalIds, signal) =>
      onCourse(course, signal, (id) => unenrolAccounts(site, id, externalIds, signal)),
    listEnrolments: (course, signal) => onCourse(course, signal, (id) => listPeople(site, id, signal)),
    readGrades: (course, signal) => onCourse(course, signal, (id) => readGrades(site, id, signal)),
    setExtraTimes: (course, orders, signal, hours) =>
      onCourse(course, signal, (id) => setExtraTimes(site, id, orders, signal, hours)),
    signOut: { platform: 'Brightspace', address: `${site.settings.url}/d2l/logout` },
    listShutQuizzes: (course, hours, people, signal) =>
      onCourse(course, signal, (id) => listShutQuizzes(site, id, { hours, people }, signal)),
    signOnAddress: (signOn, signal) => inOurWords(() => findWayIn(site, signOn, signal)),
    removeTrial: (code, keys, signal) => inOurWords(() => removeTrial(site, code, keys, signal)),
  };
}

/** Turns a refusal for which no part of the connector has its own words into an error with a remark. */
async function inOurWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BrightspaceRefusal)) throw error;
    const { status, route, message } = error;
    if (status === 403) throw new ConnectorError(permissionProblem(error), 'never');
    throw new ConnectorError(
      makeRemark(status === 404 ? 'notFound' : 'refused', { said: `${route}: ${message}` }),
      'unready',
    );
  }
}
