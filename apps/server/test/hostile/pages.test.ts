import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { coursePlatform, keptLaunch, makeLaunch } from '../launch.ts';
import { openTestPortal, type TestPortal } from '../portal.ts';
import { faultsOf } from './headers.ts';
import { hostileKey, hostileText } from './values.ts';

/** What browsers, providers and courses ask beside the contract, with the fields that are read. */
const pages = ['/account/university/ID', '/account/university/ID/launch', '/account/university/ID/logout'];
const reads = [
  ...['/account/university/ID/launch', '/account/university/ID/logout', '/account/university/ID/metadata'],
  '/api/federation/ID/launch',
];
const valid = {
  iss: coursePlatform.issuer,
  login_hint: '42',
  target_link_uri: `http://localhost:3000/account/university/${coursePlatform.id}`,
  client_id: coursePlatform.clientId,
  lti_deployment_id: coursePlatform.deployment,
  lti_message_hint: 'x',
  frame: keptLaunch,
  looks: '1',
  id_token: 'a.b.c',
  state: `${keptLaunch}.fr`,
  error: 'login_required',
  SAMLResponse: 'PHg+',
  SAMLRequest: 'PHg+',
  logout_token: 'a.b.c',
};

const shot = fc.record({
  method: fc.constantFrom('GET' as const, 'POST' as const),
  page: fc.nat(reads.length - 1),
  id: fc.oneof({ weight: 4, arbitrary: fc.constant<string>(coursePlatform.id) }, hostileText),
  // Undefined leaves a field out.
  wrong: fc.dictionary(fc.constantFrom(...Object.keys(valid)), fc.option(hostileText, { nil: undefined }), {
    maxKeys: 4,
  }),
  more: fc.dictionary(hostileKey, hostileText, { maxKeys: 2 }),
  repeats: fc.constantFrom(...Object.keys(valid), ''),
  headers: fc.record({
    'content-type': fc.constantFrom('application/x-www-form-urlencoded', 'application/json', 'text/xml', 'x'),
    'sec-fetch-dest': fc.constantFrom('iframe', 'document', 'empty'),
    'accept-language': fc.constantFrom('en', 'fr', '*;q=x'),
  }),
});

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ SIGN_INS_PER_MINUTE: '1000000' });
  await makeLaunch(portal, null, keptLaunch);
});
afterAll(() => portal.close());

it('the pages of sign-in beside the contract answer hostile requests with every header, and never with a bug', async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(shot, async ({ method, page, id, wrong, more, repeats, headers }) => {
      const fields = Object.entries({ ...valid, ...wrong, ...more }).flatMap(([name, value]) =>
        value === undefined ? [] : Array.from({ length: name === repeats ? 2 : 1 }, () => [name, value]),
      );
      const query = new URLSearchParams(fields).toString();
      const [paths, isGet] = method === 'GET' ? [reads, true] : [pages, false];
      const path = (paths[page % paths.length] ?? '').replace('ID', encodeURIComponent(id.toWellFormed()));
      const answer = await portal.app.inject({
        method,
        url: isGet ? `${path}?${query}` : path,
        headers,
        ...(!isGet && { payload: query }),
      });
      statuses.add(answer.statusCode);
      // SOAP 1.1, 6.2: a fault is always 500.
      if (!answer.body.includes('<faultstring>refused'))
        expect(answer.statusCode, answer.body).toBeLessThan(500);
      // The platform alone may show the page that a launch begins with.
      const policy = String(answer.headers['content-security-policy']);
      const framed = policy.replace(`frame-ancestors ${coursePlatform.issuer}`, "frame-ancestors 'none'");
      const seen = { 'x-frame-options': 'DENY', ...answer.headers, 'content-security-policy': framed };
      expect(faultsOf(framed === policy ? answer.headers : seen, { isHttps: false })).toEqual([]);
      const { location = '' } = answer.headers;
      expect(String(location)).not.toMatch(/^(?:https?:)?\/\/(?!localhost|cours\.invalid)/);
    }),
    { numRuns: 600 },
  );
  expect([...statuses]).toEqual(expect.arrayContaining([200, 303, 400, 404]));
}, 120_000);
