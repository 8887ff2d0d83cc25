import * as z from 'zod/mini';
import { ConnectorError } from '../connector.ts';
import { badStatus, noAnswer, remarkOf, unexpectedForm, unreachable } from '../platformFacts.ts';
import { readAnswer } from '../readAnswer.ts';
import { encodeParameters, mostVariables, type Parameters } from './parameters.ts';
import { siteProblemOf } from './siteProblems.ts';

export interface Site {
  /** Address of the site without a slash at its end. */
  readonly url: string;
  readonly token: string;
  /** Seconds that a call may take unless it copies a course: 100 enrolments take about two. */
  readonly callSeconds: number;
}

/** Moodle refused a call for the sake of what was sent: `{exception, errorcode, message}`, with HTTP status 200. */
export class MoodleRefusal extends Error {
  readonly errorcode: string;

  constructor(errorcode: string, message: string) {
    super(message);
    this.errorcode = errorcode;
  }
}

/** Nobody waits for the answer any more; the call goes on at the site. */
export class TooSlow extends ConnectorError {}

export interface Call<T> {
  readonly name: string;
  readonly parameters: Parameters;
  readonly answer: z.ZodMiniType<T>;
  readonly seconds?: number;
  /** Is told the clock of the site's web server. */
  readonly tellTime?: (time: Date) => void;
}

export type CallMoodle = <T>(call: Call<T>, signal: AbortSignal) => Promise<T>;

const Refused = z.object({ errorcode: z.string(), message: z._default(z.string(), '') });

/**
 * Calls web service functions of a site by its REST form protocol. The token travels in the body only and stands in no
 * message; redirections are not followed with it.
 * @throws MoodleRefusal when Moodle refuses what was sent; ConnectorError when the site does not work, or not with our token;
 * TooSlow, one of these, when there was no answer in time: the call goes on at the site.
 */
export function openWebService({ url, token, callSeconds }: Site, fetchSite: typeof fetch): CallMoodle {
  return async ({ name, parameters, answer, seconds = callSeconds, tellTime }, signal) => {
    const fields = encodeParameters(parameters);
    if (fields.length > mostVariables) throw new Error(`${name} takes at most ${mostVariables} variables`);
    const head = { wstoken: token, wsfunction: name, moodlewsrestformat: 'json' };
    const body = new URLSearchParams([...Object.entries(head), ...fields]);
    const text = await send(fetchSite, url, body, { signal, seconds, tellTime });
    const found = parseJson(text);
    const refused = Refused.safeParse(found);
    if (refused.success) throw refusalOf(name, refused.data);
    const parsed = answer.safeParse(found);
    if (parsed.success) return parsed.data;
    const where = parsed.error.issues[0]?.path.join('.') || 'the whole answer';
    throw new ConnectorError(unexpectedForm('Moodle', name, where), 'later');
  };
}

interface Sending {
  readonly signal: AbortSignal;
  readonly seconds: number;
  readonly tellTime: Call<unknown>['tellTime'];
}

async function send(
  fetchSite: typeof fetch,
  url: string,
  body: URLSearchParams,
  { signal, seconds, tellTime }: Sending,
): Promise<string> {
  const late = AbortSignal.timeout(seconds * 1000);
  const request = {
    method: 'POST',
    body,
    redirect: 'manual',
    signal: AbortSignal.any([signal, late]),
  } as const;
  try {
    const response = await fetchSite(`${url}/webservice/rest/server.php`, request);
    const time = new Date(response.headers.get('date') ?? Number.NaN);
    if (!Number.isNaN(time.getTime())) tellTime?.(time);
    if (response.status === 200) return await readAnswer(response, 'Moodle');
    await response.body?.cancel();
    throw failureOf(response);
  } catch (error) {
    if (error instanceof ConnectorError || signal.aborted) throw error;
    const { cause } = error as Error;
    if (cause instanceof ConnectorError) throw cause;
    if (late.aborted) throw new TooSlow(noAnswer('Moodle gave no answer', seconds), 'later');
    const { code } = (cause ?? {}) as { code?: string };
    // Node's own limit of five minutes.
    if (code === 'UND_ERR_HEADERS_TIMEOUT')
      throw new TooSlow(noAnswer('Moodle gave no answer', 300), 'later');
    throw new ConnectorError(unreachable('Moodle', code), 'later');
  }
}

function failureOf({ status, headers }: Response): ConnectorError {
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location !== null)
    return new ConnectorError(
      remarkOf('redirected', 'Moodle redirects to another address: enter that one'),
      'later',
    );
  if (status === 403)
    return new ConnectorError(
      remarkOf(
        'webServicesOff',
        "Moodle's web server answered with status 403: are web services and the REST protocol switched on?",
      ),
      'later',
    );
  if (status === 504)
    return new TooSlow(remarkOf('gaveUp', 'the web server before Moodle gave up waiting (504)'), 'later');
  const asked = Number(headers.get('retry-after') ?? Number.NaN);
  const wait = Number.isFinite(asked) ? asked : null;
  return new ConnectorError(badStatus("Moodle's web server", status), 'later', wait);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Maintenance by the command line, a proxy's page, a PHP error that is printed.
    throw new ConnectorError(
      remarkOf('notData', 'Moodle answered with a page instead of data: is the site in maintenance?'),
      'later',
    );
  }
}

function refusalOf(name: string, { errorcode, message }: z.output<typeof Refused>): Error {
  return siteProblemOf(errorcode, name, message) ?? new MoodleRefusal(errorcode, message);
}
