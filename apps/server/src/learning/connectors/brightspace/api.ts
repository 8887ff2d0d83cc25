import * as z from 'zod/mini';
import type { Clock } from '../../../core/runtime/clock.ts';
import type { BrightspaceSettings } from '../../../core/runtime/config.ts';
import { ConnectorError, makeRemark } from '../connector.ts';
import { orNull, parseJson, type Reply, sendRequest } from '../http.ts';
import type { AccessTokens } from './oauth/accessTokens.ts';
import { type Product, readVersions, type Versions } from './versions.ts';

export interface Call<T> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly product?: Product;
  /** The route after the version, without a leading slash. */
  readonly path: string;
  readonly body?: unknown;
  /** The form of the answer; absent where it is of no use. */
  readonly answer?: z.ZodMiniType<T>;
}

export type CallBrightspace = <T>(call: Call<T>) => Promise<T>;

/** Ids come as text or as a number; one id may come as both in two answers. */
export const Id = z.pipe(z.union([z.string(), z.int()]), z.transform(String));

/** Brightspace refused a call's content (400, 409), object, absent or hidden (404), or caller (403). */
export class BrightspaceRefusal extends Error {
  readonly status: number;
  /** Method and path without ids, such as `POST lp/courses/`. */
  readonly route: string;

  /** `said`: Brightspace's words; empty where the answer was a page. */
  constructor(status: number, route: string, said: string) {
    super(said || `status ${status}`);
    this.status = status;
    this.route = route;
  }
}

/** A scope is missing: all work that needs the scope waits until the registration has it. */
export class MissingScope extends ConnectorError {}

/** https://docs.valence.desire2learn.com/res/apiprop.html#Errors.ProblemDetails, and the older form. */
const Problem = z.object({ title: z._default(z.string(), ''), detail: z._default(z.string(), '') });
const Errors = z.object({ Errors: z.array(z.object({ Message: z.string() })) });

/**
 * Calls routes of the Valence API until a signal aborts. No message contains the token.
 * @throws BrightspaceRefusal; ConnectorError when the site does not work, or refuses our registration
 */
export function openApi(
  { url, callSeconds }: { readonly url: string; readonly callSeconds: number },
  tokens: AccessTokens,
  fetchSite: typeof fetch,
): (signal: AbortSignal) => CallBrightspace {
  let versions: Versions | null = null;

  return (signal) =>
    async ({ method = 'GET', product = 'lp', path, body, answer }) => {
      versions ??= await readVersions(fetchSite, url, signal);
      const address = `${url}/d2l/api/${product}/${versions[product]}/${path}`;
      const route = `${method} ${product}/${path.split('?')[0]}`;
      const send = (token: string) =>
        sendRequest(
          fetchSite,
          address,
          {
            method,
            headers: {
              authorization: `Bearer ${token}`,
              accept: 'application/json',
              ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          },
          { seconds: callSeconds, signal, secrets: [token] },
        );
      const token = await tokens.get(signal);
      let reply = await send(token);
      // The token was revoked before its time.
      if (reply.status === 401) reply = await send(await tokens.get(signal, token));
      const found = parseJson(reply.text);
      if (reply.status >= 400) {
        const refusal = refusalOf(route, reply, found);
        // The answer is a page, from Brightspace or from something in its place: only Brightspace tells its
        // versions.
        if (messageOf(found) === '') await readVersions(fetchSite, url, signal);
        throw refusal;
      }
      // A page in place of Brightspace has changed nothing there.
      if (found === undefined) throw new ConnectorError('notData', 'later');
      const parsed = (answer ?? z.unknown()).safeParse(found);
      if (parsed.success) return parsed.data as z.output<NonNullable<typeof answer>>;
      const where = parsed.error.issues[0]?.path.join('.') || 'the whole answer';
      throw new ConnectorError(makeRemark('unexpectedForm', { name: route, where }), 'later');
    };
}

function refusalOf(route: string, { status, headers }: Reply, found: unknown): Error {
  const said = messageOf(found);
  if (status === 401)
    return new ConnectorError(makeRemark('signInRefused', { said: said || `status ${status}` }), 'later');
  if (status === 403 && /insufficient.scope/i.test(`${headers.get('www-authenticate')} ${said}`))
    return new MissingScope(makeRemark('missingScope', { name: route }), 'later');
  return new BrightspaceRefusal(status, route, said);
}

function messageOf(found: unknown): string {
  const errors = Errors.safeParse(found);
  if (errors.success) return errors.data.Errors.map(({ Message }) => Message).join(' ');
  const problem = Problem.safeParse(found);
  if (!problem.success) return '';
  const { title, detail } = problem.data;
  return detail || title;
}

/** Null when Brightspace has no such thing, or does not show it to us. */
export function orAbsent<T>(asked: Promise<T>): Promise<T | null> {
  return orNull(asked, isRefusal(404));
}

export function isRefusal(...statuses: readonly number[]): (error: unknown) => boolean {
  return (error) => error instanceof BrightspaceRefusal && statuses.includes(error.status);
}

/** One Brightspace site, as the parts of the connector see it. */
export interface BrightspaceSite {
  readonly call: CallBrightspace;
  readonly settings: BrightspaceSettings;
  /** The university's zone, for exam dates. */
  readonly timeZone: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Asks for the versions of the API, without a sign-in. */
  readVersions(): Promise<Versions>;
}

/** Calls at a time: at 0.2 s each, 1,200 a minute, a quarter of Brightspace's limit for an application. */
const callsAtOnce = 4;

/** Results in the order of the items; after a failure no further item is begun. */
export async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Map<number, R>();
  let next = 0;
  const run = async () => {
    while (next < items.length) {
      const at = next++;
      try {
        results.set(at, await work(items[at] as T));
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, run));
  return items.map((_, at) => results.get(at) as R);
}
