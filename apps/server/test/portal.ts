import type { Role } from '@guichet/contract/core/access';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@guichet/contract/core/endpoint';
import type { Problem } from '@guichet/contract/core/errors';
import { login } from '@guichet/contract/identity/sessions';
import type { TokenPair } from '@guichet/contract/identity/sessions.outcomes';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { createPortal, type Portal } from '../src/app.ts';
import { record, write } from '../src/core/audit/audit.service.ts';
import { machineGrant } from '../src/identity/access/access.service.ts';
import { createAccount } from '../src/identity/users/users.service.ts';
import { openTestApp, type TestApp, testAdmin } from './testApp.ts';

interface Input<E extends Endpoint> {
  params?: ParamsOf<E>;
  query?: Partial<QueryOf<E>>;
  body?: BodyOf<E>;
  file?: { name: string; bytes: Buffer | string };
  headers?: Record<string, string>;
}

export interface Answer<E extends Endpoint> {
  readonly status: number;
  /** The decoded reply, where the status is a success. */
  readonly reply: ReplyOf<E>;
  readonly problem: Problem;
  readonly headers: Record<string, unknown>;
  readonly raw: string;
  readonly bytes: Buffer;
}

/** A client of the portal: signed in or anonymous. */
export interface Caller {
  readonly userId: number;
  readonly token: string | null;
  call<const E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<Answer<E>>;
}

interface MadeAs {
  email?: string;
  firstName?: string;
  lastName?: string;
}

export interface TestPortal extends Portal {
  readonly context: TestApp;
  readonly nobody: Caller;
  superAdmin(): Promise<Caller>;
  /** Creates a person with this role. */
  make(role: Role, systemId?: number | null, more?: MadeAs): Promise<{ userId: number; email: string }>;
  /** Creates a person and signs in. `as('admin', 3)` is an admin of system 3. */
  as(role: Role, systemId?: number | null, more?: MadeAs): Promise<Caller>;
  signIn(email: string, password: string): Promise<Caller>;
  /** Both tokens of a new session. */
  openPair(email: string, password: string): Promise<TokenPair>;
  /** A client with this bearer token. */
  withToken(token: string, userId: number): Caller;
  close(): Promise<void>;
}

/** The password of all people from `make` and `as`. */
export const madePassword = 'Cle-Sure#1';

/** The portal on a new database, called over HTTP without a socket. */
export async function openTestPortal(settings: Record<string, string> = {}): Promise<TestPortal> {
  const context = await openTestApp(settings);
  const portal = await createPortal(context);
  return {
    ...portal,
    ...(await openCallers(portal.app, context)),
    async close() {
      await portal.app.close();
      await context.close();
    },
  };
}

/** `app`: what answers; its database is that of `context`. */
export async function openCallers(
  app: Pick<FastifyInstance, 'inject'>,
  context: TestApp,
): Promise<Omit<TestPortal, keyof Portal | 'close'>> {
  const passwordHash = await context.hashing.hash(madePassword);
  let people = 0;
  const openPair = async (email: string, secret: string): Promise<TokenPair> => {
    const { reply, raw } = await talk(app, 0, null).call(login, {
      body: { username: email, password: secret },
    });
    if (reply.outcome !== 'signedIn') throw new Error(`${email} could not sign in: ${raw}`);
    return reply.tokens;
  };
  const signIn = async (email: string, secret: string, userId = 0): Promise<Caller> =>
    talk(app, userId, (await openPair(email, secret)).accessToken);
  const make: TestPortal['make'] = async (role, systemId = null, more = {}) => {
    const email = more.email ?? `person${++people}.${role.toLowerCase()}@guichet.test`;
    const { firstName = 'Zoé', lastName = 'Côté' } = more;
    const person = { email, firstName, lastName, language: 'fr' as const };
    const account = { ...person, passwordHash, mustChoosePassword: false, roles: [{ role, systemId }] };
    const userId = await write(context, machineGrant('test'), async (tx) =>
      record(await createAccount(tx, account, context.clock.now()), {
        action: 'user.created',
        subject: null,
      }),
    );
    return { userId, email };
  };
  return {
    context,
    nobody: talk(app, 0, null),
    superAdmin: () => signIn(testAdmin.email, testAdmin.password),
    signIn,
    openPair,
    withToken: (token, userId) => talk(app, userId, token),
    make,
    async as(role, systemId = null, more = {}) {
      const { userId, email } = await make(role, systemId, more);
      return signIn(email, madePassword, userId);
    },
  };
}

function talk(app: Pick<FastifyInstance, 'inject'>, userId: number, token: string | null): Caller {
  return {
    userId,
    token,
    async call(endpoint, input = {}) {
      const response = await app.inject({
        method: endpoint.method,
        url: addressOf(endpoint, input),
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...contentType(endpoint),
          ...input.headers,
        },
        ...payloadOf(endpoint, input),
      });
      const isProblem = String(response.headers['content-type']).startsWith('application/problem+json');
      return {
        status: response.statusCode,
        reply: (isProblem ? undefined : decode(endpoint, response.body)) as never,
        problem: isProblem ? response.json() : (undefined as never),
        headers: response.headers,
        raw: response.body,
        bytes: response.rawPayload,
      };
    },
  };
}

function decode(endpoint: Endpoint, text: string): unknown {
  return endpoint.reply.kind === 'json' ? z.decode(endpoint.reply.schema, JSON.parse(text)) : text;
}

function addressOf<E extends Endpoint>(endpoint: E, input: Input<E>): string {
  const params = wire(endpoint.params, input.params);
  const path = endpoint.path.replace(/:(\w+)/g, (_mark, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wire(endpoint.query, input.query))) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Encodes a value; one that the schema refuses is sent unencoded. */
function wire(schema: z.core.$ZodType | undefined, value: unknown): Record<string, unknown> {
  if (!schema || value === undefined) return (value ?? {}) as Record<string, unknown>;
  const encoded = z.safeEncode(schema, value as never);
  return (encoded.success ? encoded.data : value) as Record<string, unknown>;
}

function contentType(endpoint: Endpoint): Record<string, string> {
  switch (endpoint.body?.kind) {
    case 'json':
      return { 'content-type': 'application/json' };
    case 'form':
      return { 'content-type': 'application/x-www-form-urlencoded' };
    case 'multipart':
      return { 'content-type': `multipart/form-data; boundary=${boundary}` };
    default:
      return {};
  }
}

const boundary = 'guichet-test-boundary';

function payloadOf<E extends Endpoint>(endpoint: E, input: Input<E>): { payload?: string | Buffer } {
  const fields = wire(endpoint.body?.schema, input.body);
  switch (endpoint.body?.kind) {
    case 'json':
      return { payload: JSON.stringify(fields) };
    case 'form':
      return { payload: new URLSearchParams(fields as Record<string, string>).toString() };
    case 'multipart':
      return { payload: multipartOf(fields, input.file) };
    default:
      return {};
  }
}

function multipartOf(fields: Record<string, unknown>, file: Input<Endpoint>['file']): Buffer {
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    );
  if (file) {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
    parts.push(Buffer.from(head), Buffer.from(file.bytes), Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
}
