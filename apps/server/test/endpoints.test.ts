import type { Endpoint } from '@guichet/contract/core/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEndpoints } from './contractEndpoints.ts';
import { type Caller, openTestPortal, type TestPortal } from './portal.ts';

const endpoints = await listEndpoints();
const guarded = endpoints.filter(([, { access }]) => access !== 'public');

let portal: TestPortal;
let stranger: Caller;
let superAdmin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
  stranger = await portal.as('student', 2);
});
afterAll(() => portal.close());

/** A value for every path parameter; systems are always system 3. */
function params(endpoint: Endpoint): Record<string, string> {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const values: Record<string, string> = {
    systemId: '3',
    importId: '00000000-0000-4000-8000-000000000000',
    removalId: '00000000-0000-4000-8000-000000000000',
    clientId: '00000000-0000-4000-8000-000000000000',
    providerId: '00000000-0000-4000-8000-000000000000',
    match: '00000000-0000-4000-8000-000000000000',
    identityId: '00000000-0000-4000-8000-000000000000',
    courseId: '00000000-0000-4000-8000-000000000000',
    launch: `${'x'.repeat(43)}.fr`,
    label: 'Title',
    list: 'users',
  };
  return Object.fromEntries(names.map((name) => [name, values[name] ?? '1']));
}

const knock = (who: Caller, endpoint: Endpoint) =>
  who.call(endpoint, {
    params: params(endpoint) as never,
    body: bodyOf(endpoint) as never,
    file: { name: 'a.csv', bytes: 'x' },
  });

/** The two import calls name their system in the form. */
function bodyOf(endpoint: Endpoint) {
  return endpoint.body?.kind === 'multipart'
    ? { systemId: 3, languageId: 'fr', selectedCourse: 'x', sendEmail: false }
    : {};
}

describe('the contract', () => {
  it('has endpoints to check', () => {
    expect(endpoints.length).toBeGreaterThan(25);
  });

  it('is served: every endpoint exactly once, and nothing else', () => {
    const signature = ({ method, path }: Endpoint) => `${method} ${path.toLowerCase()}`;
    expect(portal.served.map(signature).sort()).toEqual(
      endpoints.map(([, endpoint]) => signature(endpoint)).sort(),
    );
  });

  it('is complete in the OpenAPI document', async () => {
    const document = (await portal.app.inject('/api/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.values(document.paths).flatMap((path) => Object.keys(path as object));
    expect(operations).toHaveLength(endpoints.length);
    expect(document.paths['/api/auth/handoff'].post['x-machine-only']).toContain('REDIRECT_URIS');
  });
});

describe('every call but the public ones', () => {
  it.each(guarded)('S7.41 %s answers 401 to somebody signed out', async (_name, endpoint) => {
    expect((await knock(portal.nobody, endpoint)).status).toBe(401);
  });

  const levelled = guarded.filter(([, { access }]) => access !== 'signedIn');
  it.each(levelled)('S1.9 %s answers 403 to a student of another system', async (_name, endpoint) => {
    expect((await knock(stranger, endpoint)).problem).toMatchObject({ status: 403, code: 'access.denied' });
  });
});

/** Values that are no numbers, or larger than their column, and texts that no column can hold. */
const nonsense = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '2147483648',
  '999999999999999',
  '9'.repeat(30),
  'x',
  '\0',
  '%',
  '',
];

describe('nonsense in a path', () => {
  const addressed = endpoints.filter(([, { params, query }]) => params || query);
  const namesOf = (schema: unknown) => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});

  it.each(addressed)('is refused by %s or not found, and is no bug', async (_name, endpoint) => {
    const ask = (more: { params?: object; query?: object }) =>
      superAdmin.call(endpoint, {
        params: params(endpoint) as never,
        body: bodyOf(endpoint) as never,
        file: { name: 'a.csv', bytes: 'x' },
        ...(more as object),
      });
    for (const text of nonsense) {
      // An empty last segment is another path.
      for (const name of text === '' ? [] : namesOf(endpoint.params)) {
        const { status } = await ask({ params: { ...params(endpoint), [name]: text } });
        expect(status, `${name}: ${JSON.stringify(text)}`).toBeLessThan(500);
      }
      for (const name of endpoint.reply.kind === 'events' ? [] : namesOf(endpoint.query)) {
        const { status } = await ask({ query: { [name]: text } });
        expect(status, `${name}: ${JSON.stringify(text)}`).toBeLessThan(500);
      }
    }
  });
});

describe('unknown paths', () => {
  it.each(['/api/nothing', '/api/user', '/API/'])('answers %s with a constant 404', async (url) => {
    const response = await portal.app.inject({ url: `${url}?secret=1` });
    expect(response.statusCode).toBe(404);
    expect(response.body).toBe((await portal.app.inject({ url: '/api/other' })).body);
  });
});
