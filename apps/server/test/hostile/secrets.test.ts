import { setTimeout as wait } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalProcess } from '../../../../e2e/fixtures/portalProcess.ts';
import { makeTestPlace, type TestPlace } from '../database/testDatabase.ts';
import { type MailCatcher, openMailCatcher } from '../mailCatcher.ts';

const site = 'https://outil.example.ca/entree';
const chief = { email: 'directrice@example.ca', password: 'Premier#Jour1' };
const zoe = 'zoe@etu.example.ca';

let place: TestPlace;
let mails: MailCatcher;
let portal: PortalProcess;
beforeAll(async () => {
  place = await makeTestPlace();
  mails = await openMailCatcher();
  const { databaseUrl, dataDir } = place.options;
  portal = await PortalProcess.start({
    LOG_LEVEL: 'debug',
    SMTP_URL: mails.url,
    REDIRECT_URIS: site,
    BOOTSTRAP_ADMIN_EMAIL: chief.email,
    BOOTSTRAP_ADMIN_PASSWORD: chief.password,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir }),
  });
}, 120_000);
afterAll(async () => {
  await portal.kill();
  portal.removeData();
  await mails.close();
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

  const secrets: Readonly<Record<string, string>> = {
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
  expect(written).not.toMatch(/\$argon2|[?&](?:t|d|token|refreshToken)=|eyJhbGciOi/);
}, 90_000);
