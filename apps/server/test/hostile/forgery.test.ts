import { afterAll, beforeAll, expect, it } from 'vitest';
import { listEndpoints } from '../contractEndpoints.ts';
import { type Caller, openTestPortal, type TestPortal } from '../portal.ts';
import { own } from '../rights/people.ts';
import { type Request, requests } from '../rights/requests.ts';
import { takeSnapshot } from '../rights/snapshot.ts';
import { makeThings, type Things } from '../rights/things.ts';

const operations = (await listEndpoints()).filter(
  ([, { method, isStateChanging }]) => method !== 'GET' || isStateChanging,
);

let portal: TestPortal;
let superAdmin: Caller;
let things: Things;
let browser: Record<string, string>;
let other: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
  things = await makeThings(portal, own, await portal.as('admin', own));
  [browser, other] = [await loadPage(), await loadPage()];
});
afterAll(() => portal.close());

/** The cookies of a browser that has loaded a page. */
async function loadPage(): Promise<Record<string, string>> {
  const { cookies } = await portal.app.inject('/login');
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
}

const cookie = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map((pair) => pair.join('='))
    .join('; ');

it('the portal has writing calls', () => {
  const gets = operations.filter(([, { method }]) => method === 'GET').map(([name]) => name);
  expect(gets.sort()).toEqual(['deleteFile', 'sendEmailTest']);
  expect(operations.length).toBeGreaterThan(35);
});

it.each(operations)('%s is refused to a forged call, and nothing changes', async (name, endpoint) => {
  const request = (requests[name] as (of: Things) => Request)(things);
  const token = browser['XSRF-TOKEN'] ?? '';
  const fromElsewhere = [
    { cookie: cookie(browser), 'x-xsrf-token': token, 'sec-fetch-site': 'cross-site' },
    { cookie: cookie(browser), 'x-xsrf-token': token, 'sec-fetch-site': 'same-site' },
    { cookie: cookie(browser), 'x-xsrf-token': token, origin: 'https://evil.example' },
  ];
  const withoutToken = [
    { cookie: cookie(browser) },
    { cookie: cookie(browser), 'x-xsrf-token': `${token}x` },
    { cookie: cookie(browser), 'x-xsrf-token': other['XSRF-TOKEN'] ?? '' },
    {
      cookie: cookie({ ...browser, 'XSRF-TOKEN': other['XSRF-TOKEN'] ?? '' }),
      'x-xsrf-token': other['XSRF-TOKEN'] ?? '',
    },
  ];
  const before = await takeSnapshot(portal.context.database.read);
  for (const headers of [...fromElsewhere, ...(endpoint.method === 'GET' ? [] : withoutToken)]) {
    const { problem } = await superAdmin.call(endpoint, { ...request, headers } as never);
    expect(problem, JSON.stringify(headers)).toMatchObject({ status: 403, code: 'request.forged' });
  }
  expect(await takeSnapshot(portal.context.database.read)).toEqual(before);
});
