import type { Endpoint } from '@guichet/contract/core/endpoint';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEndpoints } from '../contractEndpoints.ts';
import { type Caller, openTestPortal, type TestPortal } from '../portal.ts';
import { own } from '../rights/people.ts';
import { type Request, requests } from '../rights/requests.ts';
import { makeThings, type Things } from '../rights/things.ts';
import { faultsOf } from './headers.ts';

const endpoints = await listEndpoints();

let portal: TestPortal;
let admin: Caller;
let superAdmin: Caller;
let things: Things;
beforeAll(async () => {
  portal = await openTestPortal({ PUBLIC_URL: 'https://guichet.example.ca' });
  admin = await portal.as('admin', own);
  superAdmin = await portal.superAdmin();
  things = await makeThings(portal, own, admin);
});
afterAll(() => portal.close());

const withBody = endpoints.filter(([, { body }]) => body);

describe('the security headers are on every answer', () => {
  it.each(endpoints.filter(([, { reply }]) => reply.kind !== 'events'))(
    'of %s: success and refusal',
    async (name, endpoint) => {
      const request = (requests[name] as (of: Things) => Request)(things);
      for (const who of [admin, superAdmin, portal.nobody]) {
        const { headers, status } = await who.call(endpoint, request as never);
        expect(faultsOf(headers, { isApi: true }), `${status}`).toEqual([]);
      }
    },
  );

  it.each(withBody)(
    'of %s to a body of another type, a truncated body, and one that is too large',
    async (_, of) => {
      const url = addressOf(of);
      const long = Buffer.alloc(of.body?.kind === 'json' ? 1_100_000 : 100, ' ');
      const type = { json: 'application/json', form: 'text/plain', multipart: 'multipart/form-data' };
      const headers = {
        authorization: `Bearer ${superAdmin.token}`,
        'content-type': type[of.body?.kind ?? 'json'],
      };
      for (const sent of ['{"half":', long]) {
        const answer = await portal.app.inject({ method: of.method, url, headers, payload: sent });
        expect(answer.statusCode).toBeGreaterThanOrEqual(400);
        expect(faultsOf(answer.headers, { isApi: true })).toEqual([]);
      }
    },
  );

  const others: readonly InjectOptions[] = [
    { url: '/' },
    { url: '/fr/login?redirect_uri=https://evil.example' },
    { url: '/dc/configuration' },
    { url: '/reset-password?t=x&u=y' },
    { url: '/assets/favicon.svg' },
    { url: '/assets/nothing.js' },
    { url: '/assets/%E0%A4%A' },
    { url: '/nothing.php' },
    { url: '/api/nothing' },
    { url: '/api' },
    { url: '/API/%zz' },
    { url: `/api/message/${'9'.repeat(3000)}/1` },
    { url: '/api/valid/health' },
    { url: '/api/docs' },
    { url: '/api/docs.css' },
    { url: '/api/openapi.json' },
    { url: '/learning/dc' },
    { url: '/learning/nowhere' },
    { url: '/learning/%zz' },
    { method: 'PUT', url: '/api/system' },
    { method: 'OPTIONS', url: '/api/system', headers: { origin: 'https://evil.example' } },
    { method: 'TRACE' as 'GET', url: '/' },
    { method: 'POST', url: '/' },
    { method: 'POST', url: '/learning/dc/leave', payload: 'x' },
  ];
  it.each(others)('to $method $url', async (request) => {
    const { headers, statusCode } = await portal.app.inject(request);
    const isApi = /^\/api(\/|$)/i.test(String(request.url)) && headers['content-type'] !== 'text/css';
    expect(faultsOf(headers, { isApi }), `${statusCode}`).toEqual([]);
    expect(statusCode).toBeLessThan(500);
  });

  it('pages with the text editor relax the policy for style attributes only', async () => {
    const policyOf = async (url: string) =>
      String((await portal.app.inject(url)).headers['content-security-policy']);
    expect(await policyOf('/home')).not.toContain('unsafe');
    expect((await policyOf('/dc/configuration')).match(/[\w-]+ '?unsafe[^;]*/g)).toEqual([
      "style-src-attr 'unsafe-inline'",
    ]);
  });
});

function addressOf({ path }: Endpoint): string {
  const values: Record<string, unknown> = { languageId: 1, label: 'Note', ...things };
  return path.replace(/:(\w+)/g, (_mark, name: string) => String(values[name] ?? 1));
}

describe('uploaded files and event streams', () => {
  const ask = async (url: string) => {
    // Signing out was among the calls above.
    const maker = await portal.as('admin', own);
    const { importId } = await makeThings(portal, own, maker);
    const answer = await portal.app.inject({
      url: url.replace('IMPORT', importId),
      headers: { authorization: `Bearer ${maker.token}` },
      payloadAsStream: true,
    });
    answer.stream().destroy();
    return answer;
  };

  it.each(['/api/message/getfile/3/1', '/api/valid/banner/3'])(
    '%s is sandboxed wherever it is opened',
    async (url) => {
      const { headers, statusCode } = await ask(url);
      expect([statusCode, faultsOf(headers, { isApi: true })]).toEqual([200, []]);
      expect(headers['content-security-policy']).toMatch(/; sandbox$/);
    },
  );

  it('a stream of events carries the headers', async () => {
    const { headers, statusCode } = await ask('/api/import/IMPORT/progress');
    expect([statusCode, faultsOf(headers, { isApi: true })]).toEqual([200, []]);
  });
});
