import { computeBodyLimit, type Endpoint } from '@guichet/contract/core/endpoint';
import { login } from '@guichet/contract/identity/sessions';
import { batchMaxUsers, updateUsers } from '@guichet/contract/identity/users.changes';
import { saveMessage } from '@guichet/contract/mail/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { listEndpoints } from './contractEndpoints.ts';
import { type Caller, openTestPortal, type TestPortal } from './portal.ts';

const endpoints = (await listEndpoints()).filter(([, { method }]) => method !== 'GET');
const withBody = endpoints.filter(([, { body }]) => body !== undefined);

let portal: TestPortal;
let superAdmin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
});
afterAll(() => portal.close());

const boundary = 'limit';
const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${boundary}`,
};

/** A valid body of this many bytes, with one unknown field. */
function bodyOf(endpoint: Endpoint, bytes: number): string {
  const frames = {
    json: ['{"unknown":"', '"}'],
    form: ['unknown=', ''],
    multipart: [
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`,
      `\r\n--${boundary}--\r\n`,
    ],
  };
  const [start = '', end = ''] = frames[endpoint.body?.kind ?? 'json'];
  return start + 'x'.repeat(bytes - start.length - end.length) + end;
}

function send(endpoint: Endpoint, payload: string) {
  const uuid = '00000000-0000-4000-8000-000000000000';
  const ids = {
    sessionId: uuid,
    importId: uuid,
    clientId: uuid,
    request: 'x'.repeat(24),
    launch: `${'x'.repeat(43)}.fr`,
    courseId: uuid,
    providerId: uuid,
    match: uuid,
    identityId: uuid,
  };
  const names: Record<string, string> = {
    systemId: '3',
    label: 'Title',
    languageId: '1',
    list: 'users',
    ...ids,
  };
  return portal.app.inject({
    method: endpoint.method,
    url: endpoint.path.replace(/:(\w+)/g, (_mark, name: string) => names[name] ?? '1'),
    headers: {
      'content-type': contentTypes[endpoint.body?.kind ?? 'json'],
      authorization: `Bearer ${superAdmin.token}`,
    },
    payload,
  });
}

describe('a body', () => {
  it.each(endpoints)(
    'of one byte more than %s accepts is refused for its size, unread',
    async (_name, endpoint) => {
      const answer = await send(endpoint, bodyOf(endpoint, computeBodyLimit(endpoint) + 1));
      const code = endpoint.body?.kind === 'multipart' ? 'request.tooLarge' : 'request.bodyTooLong';
      expect([answer.statusCode, answer.json().code]).toEqual([413, code]);
      expect(answer.json().params.limit).toBeGreaterThan(0);
    },
  );

  const plain = withBody.filter(([, { body }]) => body?.kind !== 'multipart');
  it.each(plain)('of exactly the limit of %s is read', async (_name, endpoint) => {
    const answer = await send(endpoint, bodyOf(endpoint, computeBodyLimit(endpoint)));
    expect(answer.statusCode).not.toBe(413);
  });

  it.each(withBody)(
    'with every text of %s at its maximum length, in accented letters, is within the limit',
    (_name, endpoint) => {
      const { maxBytes = 0 } = endpoint.body?.kind === 'multipart' ? endpoint.body.file : {};
      expect(longest(schemaOf(endpoint))).toBeLessThanOrEqual(computeBodyLimit(endpoint) - maxBytes);
    },
  );

  it.each(endpoints)(
    'is limited to 16 kB at %s, or to more for a reason that the contract states',
    (name, endpoint) => {
      const longer = [
        'saveMessage previewInvitation updatePassword createUser saveContent restoreMessage',
        'updateUsers searchUsers attestCandidates setResults attestByGrades takeOutCandidates moveCandidates putBackCandidates inviteCandidates findClashes previewLetter addPasskey setRoles createExamSpace editExam addOpenIdClient changeOpenIdClient tryApplication saveProvider tryProvider',
      ].join(' ');
      if (endpoint.body?.kind !== 'multipart' && !longer.split(' ').includes(name))
        expect(computeBodyLimit(endpoint)).toBe(16 * 1024);
    },
  );

  it('that consists of structure instead of text is not parsed', async () => {
    const answer = await send(login, `{"unknown":[${'[],'.repeat(5100)}[]]}`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.unreadable']);
  });

  const ofJson = withBody.filter(([, { body }]) => body?.kind === 'json');
  it.each(ofJson)('with every list of %s at its maximum length is parsed', async (_name, endpoint) => {
    const fullest = JSON.stringify(fill(schemaOf(endpoint)));
    expect(fullest.length).toBeLessThanOrEqual(computeBodyLimit(endpoint));
    expect((await send(endpoint, fullest)).json()?.code).not.toBe('request.unreadable');
  });

  it('may contain any amount of quoted structure', async () => {
    const password = '[{,:"\\"'.repeat(1500);
    const answer = await send(login, JSON.stringify({ username: 'nul@example.ca', password }));
    expect(answer.statusCode).toBe(401);
  });
});

it.each(['x-www-form-urlencoded', 'multipart'])(
  'a form with as many ids as there may be is read: %s',
  async (type) => {
    const form = type === 'multipart' ? new FormData() : new URLSearchParams();
    for (let n = 0; n < batchMaxUsers; n++) form.append('Ids', String(10 ** 14 + n));
    form.append('Action', '1');
    const request = new Request('http://portal.test', { method: 'POST', body: form });
    const headers = { ...Object.fromEntries(request.headers), authorization: `Bearer ${superAdmin.token}` };
    const payload = Buffer.from(await request.arrayBuffer());
    const answer = await portal.app.inject({ method: 'POST', url: updateUsers.path, headers, payload });
    expect(answer.json().code).toBe('user.notFound');
  },
);

describe('a form with a file', () => {
  const part = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const formOf = (...parts: readonly string[]) => `${parts.join('')}--${boundary}--\r\n`;

  it('is refused where one field is longer than all of them may be', async () => {
    const answer = await send(saveMessage, formOf(part('subject', 'x'.repeat(1024 * 1024 + 1))));
    expect(answer.statusCode).toBe(413);
  });

  it('is refused where it has more fields than any form has', async () => {
    const answer = await send(
      saveMessage,
      formOf(...Array.from({ length: 30 }, (_, n) => part(`f${n}`, ''))),
    );
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
  });

  it('is accepted with a body as long as its field allows', async () => {
    const body = `<p>${'é'.repeat(199_000)}</p>`;
    const answer = await send(saveMessage, formOf(part('subject', 'Objet'), part('body', body)));
    expect(answer.statusCode).toBe(200);
  });
});

interface Node {
  readonly type?: string;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly maxItems?: number;
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly anyOf?: readonly Node[];
}

function schemaOf({ body }: Endpoint): Node {
  const options = { io: 'input', unrepresentable: 'any' } as const;
  return z.toJSONSchema(body?.schema as z.core.$ZodType, options) as Node;
}

/** A body with every field and the longest lists; its texts and numbers are short. */
function fill({ anyOf, type, items = {}, maxItems = 20, properties = {} }: Node): unknown {
  if (anyOf) return fill(anyOf[0] ?? {});
  if (type === 'array') return Array.from({ length: maxItems }, () => fill(items));
  if (type === 'object') return Object.fromEntries(Object.entries(properties).map(([k, v]) => [k, fill(v)]));
  return type === 'string' ? '' : 1;
}

/** The bytes of the longest valid value, as far as the schema bounds it. */
function longest(schema: Node): number {
  if (schema.anyOf) return Math.max(...schema.anyOf.map(longest));
  if (schema.type === 'string') return bytesOfSign(schema) * (schema.maxLength ?? 20) + 2;
  if (schema.type === 'array') return (schema.maxItems ?? 20) * (longest(schema.items ?? {}) + 1);
  const fields = Object.entries(schema.properties ?? {});
  return fields.reduce((sum, [name, field]) => sum + name.length + 4 + longest(field), 18);
}

/** One byte for codes and numbers, two for text with accents. */
function bytesOfSign({ pattern = '' }: Node): number {
  return /^\^\[(?:\\w-|1-9)\]/.test(pattern) ? 1 : 2;
}
