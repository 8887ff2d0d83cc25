import { setTimeout as wait } from 'node:timers/promises';

/** The result of a request: a reply, or none because of a lost connection or a timeout. */
export type Answer =
  | { readonly status: number; readonly body: unknown; readonly headers: Headers }
  | { readonly status: 'cut' };

/** A signed-in person as client of a portal that may stop at any time. */
export interface Client {
  get(path: string): Promise<Answer>;
  post(path: string, body?: object | FormData | URLSearchParams): Promise<Answer>;
  delete(path: string): Promise<Answer>;
}

export const admin = { email: 'admin@guichet.local', password: 'Ledger#2027' } as const;

/** In milliseconds: the timeout of a reply. */
const answerMilliseconds = 60_000;
/** In milliseconds: how long a portal that is otherwise up may turn one away (503). */
const busyMilliseconds = 30_000;

/** @throws Error when the sign-in fails */
export async function signIn(url: string): Promise<Client> {
  const token = await openToken(url, { username: admin.email, password: admin.password });
  const bearer = { authorization: `Bearer ${token}` };
  return {
    get: (path) => request(url, path, 'GET', bearer),
    post: (path, body = {}) => request(url, path, 'POST', bearer, body),
    delete: (path) => request(url, path, 'DELETE', bearer),
  };
}

/** The access token of a new session. @throws Error when the sign-in fails */
export async function openToken(
  url: string,
  credentials: { readonly username: string; readonly password: string },
): Promise<string> {
  const answer = await untilServed(() => request(url, '/api/auth/login', 'POST', {}, credentials));
  const token =
    answer.status === 200 && (answer.body as { payload: { accessToken: string } }).payload.accessToken;
  if (!token) throw new Error(`Signing in failed: ${JSON.stringify(answer)}`);
  return token;
}

/** The body of a GET; `ofNone` for what is not there. @throws Error when it fails: the state is then not known */
export async function read<T>(client: Client, path: string, ofNone?: T): Promise<T> {
  const answer = await untilServed(() => client.get(path));
  if (answer.status === 404 && ofNone !== undefined) return ofNone;
  if (answer.status !== 200) throw new Error(`${path} cannot be read: ${JSON.stringify(answer)}`);
  return answer.body as T;
}

/** Asks again while the portal says that its database is busy: several faults play at once, and this is no state of it. */
async function untilServed(ask: () => Promise<Answer>): Promise<Answer> {
  for (const end = Date.now() + busyMilliseconds; ; await wait(500)) {
    const answer = await ask();
    if (answer.status !== 503 || Date.now() > end) return answer;
  }
}

async function request(
  url: string,
  path: string,
  method: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Answer> {
  const isForm = body instanceof FormData || body instanceof URLSearchParams;
  try {
    const reply = await fetch(url + path, {
      method,
      headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMilliseconds),
    });
    const text = await reply.text();
    return { status: reply.status, body: text === '' ? null : JSON.parse(text), headers: reply.headers };
  } catch {
    return { status: 'cut' };
  }
}
