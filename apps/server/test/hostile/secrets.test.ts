import { setTimeout as wait } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalProcess } from '../../../../e2e/fixtures/portalProcess.ts';
import { settingsOf } from '../brightspace/brightspaceConnector.ts';
import { type BrightspaceServer, openBrightspaceServer } from '../brightspace/brightspaceServer.ts';
import { decide } from '../brightspace/consent.ts';
import { ids } from '../brightspace/site.ts';
import { makeTestPlace, type TestPlace } from '../database/testDatabase.ts';
import { type MailCatcher, openMailCatcher } from '../mailCatcher.ts';

const site = 'https://outil.example.ca/entree';
const chief = { email: 'directrice@example.ca', password: 'Premier#Jour1' };
const zoe = 'zoe@etu.example.ca';

let place: TestPlace;
let mails: MailCatcher;
let brightspace: BrightspaceServer;
let portal: PortalProcess;
beforeAll(async () => {
  place = await makeTestPlace();
  mails = await openMailCatcher();
  brightspace = await openBrightspaceServer();
  const { BRIGHTSPACE_OAUTH_URL = '', BRIGHTSPACE_AUTHORIZATION_URL = '' } = settingsOf(brightspace);
  const { databaseUrl, dataDir } = place.options;
  portal = await PortalProcess.start({
    LOG_LEVEL: 'debug',
    SMTP_URL: mails.url,
    REDIRECT_URIS: site,
    LEARNING_PRIVATE_HOSTS: '127.0.0.1',
    BRIGHTSPACE_OAUTH_URL,
    BRIGHTSPACE_AUTHORIZATION_URL,
    BOOTSTRAP_ADMIN_EMAIL: chief.email,
    BOOTSTRAP_ADMIN_PASSWORD: chief.password,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir }),
  });
}, 120_000);
afterAll(async () => {
  await portal.kill();
  portal.removeData();
  await mails.close();
  await brightspace.close();
  await place.remove();
});

interface Sent {
  readonly body?: unknown;
  readonly bearer?: string;
  readonly method?: string;
}

/** Sends a request; returns the raw answer with its cookies. */
async function ask(path: string, { body, bearer, method = body ? 'POST' : 'GET' }: Sent = {}) {
  const isForm = body instanceof FormData;
  const answer = await fetch(portal.url + path, {
    method,
    headers: {
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && {
      body: isForm ? body : typeof body === 'string' ? body : JSON.stringify(body),
    }),
  });
  return { text: await answer.text(), status: answer.status, cookies: answer.headers.getSetCookie() };
}

async function signIn(username: string, password: string) {
  const { text } = await ask('/api/auth/login', { body: { username, password } });
  return JSON.parse(text).payload as { accessToken: string; refreshToken: string };
}

/** The token of the newest link in the mails of a person. */
async function linkTo(email: string, count: number): Promise<string> {
  await mails.waitFor(count, 20_000);
  const mail = mails.received.findLast(({ to }) => to === email);
  const { text = '' } = await PostalMime.parse(mail?.raw ?? '');
  return decodeURIComponent(/[?&]t=([^&\s]+)/.exec(text)?.[1] ?? '');
}

/** Connects a Brightspace by the button, tries and saves it; what was secret in that. */
async function connectBrightspace(bearer: string): Promise<Record<string, string>> {
  const { clientId, clientSecret } = brightspace.site.setup;
  const registered = {
    kind: 'brightspace',
    address: brightspace.url,
    credentials: { clientId, clientSecret },
  };
  const begun = JSON.parse((await ask('/api/learning/consents', { bearer, body: registered })).text);
  const answer = await decide(begun.address, 'agree');
  // The browser opens the page of the portal, which sends what stands in its address.
  await ask(answer.pathname + answer.search);
  const [state, code] = ['state', 'code'].map((name) => answer.searchParams.get(name) ?? '');
  const before = new Set(brightspace.site.refreshTokens);
  const body = { state, code };
  const connected = JSON.parse((await ask('/api/learning/consents/answer', { bearer, body })).text);
  expect(connected.isConnected).toBe(true);
  await ask('/api/learning/consents/answer', { bearer, body });
  const [first = ''] = [...brightspace.site.refreshTokens].filter((token) => !before.has(token));
  const platform = {
    ...registered,
    credentials: {},
    consentId: begun.consentId,
    ...{ semesterId: ids.semester, templateId: ids.template, studentRole: ids.role },
    ...{ callSeconds: 30, copySeconds: 120 },
  };
  await ask('/api/learning/platforms/try', { bearer, body: platform });
  expect(
    (await ask('/api/learning/platforms', { bearer, body: { name: 'Campus', ...platform } })).status,
  ).toBe(200);
  const [next = ''] = [...brightspace.site.refreshTokens].filter((token) => !before.has(token));
  const [access = ''] = brightspace.site.accessTokens;
  return { clientSecret, state: state ?? '', first, next, access };
}

it('no used password, token or link is in the log or in the audit log, at any log level', async () => {
  const { accessToken, refreshToken } = await signIn(chief.email, chief.password);
  const renewed = await ask(`/api/auth/refresh?token=${accessToken}&refreshToken=${refreshToken}`, {
    method: 'POST',
  });
  const pair = JSON.parse(renewed.text) as Record<string, string>;
  const tokens = Object.values(pair);
  const bearer = tokens[0] ?? '';
  // A spent one, and both in the wrong place.
  await ask(`/api/auth/refresh?token=${accessToken}&refreshToken=garbled-${refreshToken}`, {
    method: 'POST',
  });
  await ask(`/api/nowhere?token=${accessToken}`);
  await ask(`/api/user/${refreshToken}`, { bearer });

  const given = { newPassword: 'Donne#Volet27x', confirmNewPassword: 'Donne#Volet27x' };
  const person = { userName: zoe, firstName: 'Zoé', lastName: 'Côté', roleList: ['DC'], sendEmail: true };
  await ask('/api/user/newUser', { bearer, body: { ...person, ...given } });
  const confirmed = await linkTo(zoe, 1);
  const space = await ask('/api/exam/3', { bearer, body: { title: 'Hiver', examDate: '2099-01-15' } });
  const list = new FormData();
  const fields = {
    systemId: 3,
    languageId: 1,
    selectedCourse: JSON.parse(space.text).courseId,
    sendEmail: true,
  };
  for (const [name, value] of Object.entries(fields)) list.set(name, String(value));
  list.set('file', new Blob(['Prénom;Nom;Courriel\nNoah;Roy;noah@etu.example.ca']), 'liste.csv');
  expect((await ask('/api/import', { bearer, body: list })).text).toBe('1');
  const invited = await linkTo('noah@etu.example.ca', 2);

  const reset = { newPassword: 'Nouveau#Mot1', confirmNewPassword: 'Nouveau#Mot1' };
  await ask('/api/account/forgotpassword', { body: { email: zoe, systemId: 3, languageId: 1 } });
  const forgotten = await linkTo(zoe, 3);
  await ask('/api/account/verifytoken', { body: { token: forgotten, userName: zoe } });
  expect(
    (await ask('/api/account/resetpassword', { body: { ...reset, token: forgotten, userName: zoe } })).text,
  ).toBe('true');
  await ask(`/api/account/confirmemail?u=${zoe}&t=${encodeURIComponent(confirmed)}`);
  await ask('/api/account/confirmemail', { body: { token: confirmed, userName: zoe } });
  const [wrong, cut] = ['Faux#MotDePasse1', 'Coupe#EnDeux1'] as const;
  await ask('/api/auth/login', { body: { username: zoe, password: wrong } });
  await ask('/api/auth/login', { body: `{"username":"${zoe}","password":"${cut}` });
  const hers = await signIn(zoe, reset.newPassword);

  const { address } = JSON.parse(
    (await ask('/api/auth/handofftoken', { bearer, body: { redirectUri: site } })).text,
  );
  const handed = new URL(address).searchParams.get('d') ?? '';
  await ask('/api/auth/handoff', { body: { token: handed, audience: site } });
  await ask('/api/auth/handoff', { body: { token: handed, audience: site } });
  const me = JSON.parse(Buffer.from(hers.accessToken.split('.')[1] ?? '', 'base64url').toString())
    .sub as string;
  const acting = await ask(`/api/user/${me}/impersonate`, {
    bearer,
    body: { reason: 'Demande 4711', password: chief.password },
  });
  const ticket = await ask('/api/auth/ticket', {
    bearer,
    body: { purpose: 'sendEmailTest', systemId: 3, languageId: 1 },
  });
  const pass = /guichet-ticket=([^;]+)/.exec(ticket.cookies.join())?.[1] ?? '';

  const made = await ask('/api/candidate/calendarfeed', { method: 'POST', bearer: hers.accessToken });
  const calendar = new URL(JSON.parse(made.text).address);
  expect((await ask(calendar.pathname)).text).toContain('BEGIN:VCALENDAR');
  const feed = calendar.pathname.split('/').at(-1)?.replace('.ics', '') ?? '';

  const ofBrightspace = await connectBrightspace(bearer);

  const secrets: Readonly<Record<string, string>> = {
    ...ofBrightspace,
    ...{ accessToken, refreshToken, renewed: tokens[0] ?? '', renewedRefresh: tokens[1] ?? '' },
    ...{
      herToken: hers.accessToken,
      herRefresh: hers.refreshToken,
      handed,
      confirmed,
      invited,
      forgotten,
      pass,
      feed,
    },
    ...{ acting: String(JSON.parse(acting.text).accessToken), chief: chief.password },
    ...{ given: given.newPassword, reset: reset.newPassword, wrong, cut },
  };
  for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(9);
  const auditLog = (await ask('/api/audit?pageSize=100', { bearer })).text;
  expect(auditLog).toContain('session.impersonationStarted');
  await wait(200);
  const written = portal.output + auditLog;
  expect(portal.output).toContain('/api/auth/refresh');
  for (const [name, secret] of Object.entries(secrets))
    for (const spelt of [secret, encodeURIComponent(secret)])
      expect(written.includes(spelt), name).toBe(false);
  expect(written).not.toMatch(/\$argon2|[?&](?:t|d|token|refreshToken|code|state)=|eyJhbGciOi/);
}, 90_000);
