import type { AppContext } from '../../../core/context/appContext.ts';
import type { BrightspaceSettings } from '../../../core/runtime/config.ts';
import { openTokenStore, type TokenStore } from '../../tokens/tokenStore.ts';
import { type Connector, ConnectorError, type CourseRef, makeRemark } from '../connector.ts';
import { ensureAccounts } from './accounts.ts';
import { BrightspaceRefusal, type BrightspaceSite, inParallel, openApi } from './api.ts';
import { checkSite, permissionProblem } from './check.ts';
import { ensureCourse } from './courseCopies.ts';
import { enrolPeople, unenrolAccounts, unenrolPeople } from './enrolments.ts';
import { setExtraTimes } from './extraTime.ts';
import { readGrades } from './grades.ts';
import { openAccessTokens } from './oauth/accessTokens.ts';
import { readCourse, requireOffering } from './offerings.ts';
import { listPeople } from './people.ts';
import { listShutQuizzes } from './quizzes.ts';
import { removeTrial } from './trial.ts';
import { findByExternalEmail, findStaff, findUsers, readFacts } from './users.ts';
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
  {
    fetchSite,
    ...surroundings
  }: Pick<BrightspaceSite, 'clock' | 'timeZone'> & { readonly fetchSite: typeof fetch },
): Connector {
  const tokens = openAccessTokens(settings, store, { clock: surroundings.clock, fetchSite });
  const callUntil = openApi(settings, tokens, fetchSite);
  const at = <T>(signal: AbortSignal, work: (site: BrightspaceSite) => Promise<T>) => {
    const versions = () => readVersions(fetchSite, settings.url, signal);
    return inOurWords(() =>
      work({ call: callUntil(signal), readVersions: versions, settings, ...surroundings }),
    );
  };
  const onCourse = <T>(
    course: CourseRef,
    signal: AbortSignal,
    work: (site: BrightspaceSite, id: string) => Promise<T>,
  ) => at(signal, async (site) => work(site, (await requireOffering(site, course)).Identifier));
  return {
    // Up to four calls a person, for four people at a time, have to end within a minute.
    batchSize: 50,
    courseSeconds: settings.copySeconds + besideCopy,
    look: (signal) =>
      at(signal, async (site) => {
        await site.readVersions();
      }),
    check: (signal) => at(signal, checkSite),
    ensureCourse: (order, signal) => at(signal, (site) => ensureCourse(site, order)),
    readCourse: (order, signal) => at(signal, (site) => readCourse(site, order)),
    readAccounts: (_organisation, keys, signal) =>
      at(signal, async (site) => {
        const found = await inParallel(keys, (key) => findUsers(site, key));
        return new Map(keys.map((key, at) => [key, (found[at] ?? []).map(readFacts)]));
      }),
    sharesAddresses: true,
    findByAddress: (_organisation, addresses, signal) =>
      at(signal, async (site) => {
        const found = await inParallel(addresses, (address) => findByExternalEmail(site, address));
        return found.flat().map(readFacts);
      }),
    findStaff: (_organisation, externalIds, signal) => at(signal, (site) => findStaff(site, externalIds)),
    ensureUsers: (_organisation, people, signal) => at(signal, (site) => ensureAccounts(site, people)),
    enrol: (course, accounts, signal, repaired) =>
      onCourse(course, signal, (site, id) => enrolPeople(site, id, { accounts, repaired })),
    unenrol: (course, keys, signal) => onCourse(course, signal, (site, id) => unenrolPeople(site, id, keys)),
    unenrolAccounts: (course, externalIds, signal) =>
      onCourse(course, signal, (site, id) => unenrolAccounts(site, id, externalIds)),
    listEnrolments: (course, signal) => onCourse(course, signal, listPeople),
    readGrades: (course, signal) => onCourse(course, signal, readGrades),
    setExtraTimes: (course, orders, signal, hours) =>
      onCourse(course, signal, (site, id) => setExtraTimes(site, id, orders, hours)),
    signOut: { platform: 'Brightspace', address: `${settings.url}/d2l/logout` },
    listShutQuizzes: (course, hours, people, signal) =>
      onCourse(course, signal, (site, id) => listShutQuizzes(site, id, { hours, people })),
    signOnAddress: (signOn, signal) => at(signal, (site) => findWayIn(site, signOn)),
    removeTrial: (code, keys, signal) => at(signal, (site) => removeTrial(site, code, keys)),
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
