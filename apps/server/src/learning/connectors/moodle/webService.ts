import * as z from 'zod/mini';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { Clock } from '../../../core/runtime/clock.ts';
import type { MoodleSettings } from '../../../core/runtime/config.ts';
import { ConnectorError, makeRemark } from '../connector.ts';
import { parseJson, type Reply, sendRequest } from '../http.ts';
import { type Languages, openLanguages } from './languages.ts';
import { findSiteProblem } from './siteProblems.ts';

interface Site {
  /** Address of the site without a trailing slash. */
  readonly url: string;
  readonly token: string;
  /** Time limit in seconds of a call that copies no course: 100 enrolments take about two. */
  readonly callSeconds: number;
}

/** Moodle refused a call because of its content: `{exception, errorcode, message}`, with HTTP status 200. */
export class MoodleRefusal extends Error {
  readonly errorcode: string;

  constructor(errorcode: string, message: string) {
    super(message);
    this.errorcode = errorcode;
  }
}

interface CallOptions {
  readonly seconds?: number;
  /** Receives the time of the site's web server. */
  readonly tellTime?: (time: Date) => void;
}

export const isMoodleRefusal = (error: unknown): boolean => error instanceof MoodleRefusal;

/** Calls a function by its name; `answer`: the form of its answer. */
export type CallMoodle = <T>(
  name: string,
  parameters: Parameters,
  answer?: z.ZodMiniType<T>,
  options?: CallOptions,
) => Promise<T>;

const Refused = z.object({ errorcode: z.string(), message: z._default(z.string(), '') });

/**
 * Calls web service functions of a site by its REST form protocol. The token is only in the body, never in a
 * message; redirections are not followed with it.
 * @throws MoodleRefusal when Moodle refuses the content; ConnectorError when the site does not work, or
 * refuses our token; its subclass TooSlow after the time limit, while the call may go on at the site
 */
function openWebService(
  { url, token, callSeconds }: Site,
  fetchSite: typeof fetch,
  signal: AbortSignal,
): CallMoodle {
  return async (name, parameters, answer, { seconds = callSeconds, tellTime } = {}) => {
    const fields = encodeParameters(parameters);
    if (fields.length > mostVariables) throw new Error(`${name} takes at most ${mostVariables} variables`);
    const head = { wstoken: token, wsfunction: name, moodlewsrestformat: 'json' };
    const body = new URLSearchParams([...Object.entries(head), ...fields]);
    const { headers, text } = await send(fetchSite, url, body, { signal, seconds, secrets: [token] });
    const time = new Date(headers.get('date') ?? Number.NaN);
    if (!Number.isNaN(time.getTime())) tellTime?.(time);
    const found = parseJson(text);
    // A page comes from maintenance by the command line, a proxy, or a PHP error that is printed.
    if (found === undefined || text === '') throw new ConnectorError('notData', 'later');
    const refused = Refused.safeParse(found);
    if (refused.success) throw refusalOf(name, refused.data);
    const parsed = (answer ?? z.unknown()).safeParse(found);
    if (parsed.success) return parsed.data as z.output<NonNullable<typeof answer>>;
    const where = parsed.error.issues[0]?.path.join('.') || 'the whole answer';
    throw new ConnectorError(makeRemark('unexpectedForm', { name, where }), 'later');
  };
}

async function send(
  fetchSite: typeof fetch,
  url: string,
  body: URLSearchParams,
  how: { readonly signal: AbortSignal; readonly seconds: number; readonly secrets: readonly string[] },
): Promise<Reply> {
  const request = { method: 'POST', body };
  const reply = await sendRequest(fetchSite, `${url}/webservice/rest/server.php`, request, how);
  if (reply.status === 200) return reply;
  throw new ConnectorError(
    reply.status === 403 ? 'webServicesOff' : makeRemark('badStatus', { status: reply.status }),
    'later',
  );
}

function refusalOf(name: string, { errorcode, message }: z.output<typeof Refused>): Error {
  return findSiteProblem(errorcode, name, message) ?? new MoodleRefusal(errorcode, message);
}

/** One Moodle site, as the parts of the connector see it, with facts learnt of it since the start. */
export interface MoodleSite {
  readonly call: CallMoodle;
  readonly settings: MoodleSettings;
  /** The university's zone, for exam dates. */
  readonly timeZone: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly languages: Languages;
  /** Seconds until a course has been seen unfinished for longer than any copy takes; 0 afterwards. */
  secondsToWaitFor(courseId: number): number;
}

/** Opens a site for work that ends when its signal aborts. */
export function openSite(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  settings: MoodleSettings,
  fetchSite: typeof fetch,
): (signal: AbortSignal) => MoodleSite {
  const firstSeen = new Map<number, number>();
  const known = {
    settings,
    timeZone: config.timeZone,
    clock,
    languages: openLanguages(clock),
    secondsToWaitFor(courseId: number) {
      const now = clock.now().getTime() / 1000;
      const since = firstSeen.get(courseId) ?? now;
      firstSeen.set(courseId, since);
      return Math.max(0, Math.ceil(since + settings.copySeconds - now));
    },
  } satisfies Omit<MoodleSite, 'call'>;
  return (signal) => ({ ...known, call: openWebService(settings, fetchSite, signal) });
}

type Value = string | number | { readonly [name: string]: Value } | readonly Value[];

type Parameters = Readonly<Record<string, Value>>;

/** PHP's usual `max_input_vars`, beyond which it cuts silently; less three for token, function and format. */
const mostVariables = 1000 - 3;

/** A batch of more people would take too long: 100 enrolments take about two seconds. */
const mostPeople = 100;

/** The fields of a form in PHP's bracket notation: `users[0][email]=…`. */
function encodeParameters(parameters: Parameters): [name: string, value: string][] {
  return Object.entries(parameters).flatMap(([name, value]) => encode(name, value));
}

function encode(name: string, value: Value): [string, string][] {
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => encode(`${name}[${key}]`, inner as Value));
}

/** Parts of `items` that fit into one call each; each item has `variables` fields. */
export function splitBatches<T>(items: readonly T[], variables: number): T[][] {
  // One variable is left for a parameter beside the list.
  const size = Math.min(mostPeople, Math.floor((mostVariables - 1) / variables));
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  );
}

interface RefusedItem<T> {
  readonly item: T;
  readonly refusal: MoodleRefusal;
}

/**
 * Makes a call that Moodle carries out for all items or for none. A refused batch is halved and called again,
 * down to the single items that Moodle refuses, which are returned: Moodle does not name them.
 */
export async function bisect<T>(
  items: readonly T[],
  call: (items: readonly T[]) => Promise<void>,
): Promise<RefusedItem<T>[]> {
  try {
    if (items.length > 0) await call(items);
    return [];
  } catch (error) {
    if (!(error instanceof MoodleRefusal)) throw error;
    if (items.length === 1) return [{ item: items[0] as T, refusal: error }];
    const middle = Math.ceil(items.length / 2);
    const first = await bisect(items.slice(0, middle), call);
    return [...first, ...(await bisect(items.slice(middle), call))];
  }
}
