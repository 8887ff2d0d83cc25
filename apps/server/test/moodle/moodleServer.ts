import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { browserSessions } from './browserSessions.ts';
import { courseFunctions } from './courses.ts';
import { enrolmentFunctions } from './enrolments.ts';
import { examFunctions } from './exams.ts';
import { type Form, readForm } from './form.ts';
import { quizFunctions } from './quizzes.ts';
import { missingRecord, moodleException, Refusal } from './refusals.ts';
import { type MoodleData, newSite, type Setup, takeTime, type UserRow } from './site.ts';
import { userFunctions } from './users.ts';

type MoodleFunction = (site: MoodleData, form: Form) => unknown;

const functions: Readonly<Record<string, MoodleFunction>> = {
  ...courseFunctions,
  ...userFunctions,
  ...enrolmentFunctions,
  ...examFunctions,
  ...quizFunctions,
  core_webservice_get_site_info: siteInfo,
};

/** Functions of Moodle that no service of ours has. */
const others = ['core_course_search_courses', 'core_user_delete_users', 'core_course_delete_categories'];

export interface MoodleCall {
  readonly name: string;
  readonly form: Form;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * A small Moodle for tests, on loopback and in memory: the web services that the portal needs, with the behaviour that a real
 * 4.5.6 showed. `recordings.unit.test.ts` holds it against recorded conversations.
 */
export interface MoodleServer {
  readonly url: string;
  readonly site: MoodleData;
  /** The names of the functions called, in order. */
  readonly calls: string[];
  /** Called before a function runs: may wait, answer by itself, or destroy the connection. */
  before: (call: MoodleCall) => void | Promise<void>;
  /** Called when a function has run, before its answer is sent. */
  after: (call: MoodleCall) => void | Promise<void>;
  /** Signs on with OpenID, as the plugin auth_oauth2 does. */
  openIdSignOn(account: { sub: string; username: string; email: string }): UserRow;
  close(): Promise<void>;
}

export async function openMoodleServer(setup: Partial<Setup> = {}): Promise<MoodleServer> {
  const site = newSite(setup);
  const browsers = browserSessions(site);
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (setup.url === undefined) site.setup.url = url;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (browsers.answer(pathname, searchParams, request, response)) return;
    if (pathname !== '/webservice/rest/server.php') return void response.writeHead(404).end('Not Found');
    if (!site.setup.isRestOn) return void response.writeHead(403).end();
    const form = readForm(await bodyOf(request), site.setup.maxInputVars);
    const { wstoken, wsfunction, moodlewsrestformat: _, ...parameters } = form;
    const name = String(wsfunction);
    const call = { name, form: parameters, request, response };
    moodle.calls.push(name);
    await moodle.before(call);
    if (response.writableEnded || response.destroyed) return;
    const reply = await run(String(wstoken), name, parameters);
    await moodle.after(call);
    if (response.writableEnded || response.destroyed) return;
    // Lesson 1: also a refusal is 200.
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply ?? null));
  }

  async function run(token: string, name: string, form: Form): Promise<unknown> {
    try {
      requireAccess(site, token, name);
      return await functions[name]?.(site, form);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { exception, errorcode, message, debuginfo } = error;
      const debug = site.setup.isDebugging && debuginfo !== null ? { debuginfo } : {};
      return { exception, errorcode, message, ...debug };
    }
  }

  const moodle: MoodleServer = {
    url,
    site,
    calls: [],
    before: () => {},
    after: () => {},
    openIdSignOn({ sub, username, email }) {
      const users = [...site.users.values()];
      const linked = users.find((user) => user.openId === sub);
      if (linked) return linked;
      // Lesson 10: the first time it looks by address, and refuses to take over a username.
      const known = users.find((user) => user.email.toLowerCase() === email.toLowerCase());
      if (!known && users.some((user) => user.username === username))
        throw moodleException('errorauthuserexists', 'A user already exists');
      if (!known) throw moodleException('errorauthnotfound', 'There is no account');
      known.openId = sub;
      return known;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return moodle;
}

function requireAccess(site: MoodleData, token: string, name: string): void {
  const { setup } = site;
  if (token !== setup.token && token !== setup.adminToken)
    throw moodleException('invalidtoken', 'Invalid token - token not found');
  if (!(name in functions) && !others.includes(name))
    throw missingRecord('invalidrecord', "Can't find data record in database table external_functions.");
  if (token === setup.token && site.users.get(3)?.suspended)
    throw moodleException(
      'wsaccessusersuspended',
      'Refused web service access for suspended username: guichet.connector',
    );
  const offered = token === setup.token ? setup.functions : setup.adminFunctions;
  if (!offered.includes(name))
    throw new Refusal('webservice_access_exception', 'accessexception', 'Access control exception');
}

async function siteInfo(site: MoodleData) {
  const { release, version, url, functions: names } = site.setup;
  await takeTime(site, 300);
  return {
    sitename: 'Moodle for tests',
    username: 'guichet.connector',
    firstname: 'Guichet',
    lastname: 'Connector',
    fullname: 'Guichet Connector',
    lang: 'en',
    userid: 3,
    siteurl: url,
    userpictureurl: `${url}/theme/image.php/boost/core/1/u/f1`,
    functions: names.map((name) => ({ name, version })),
    downloadfiles: 0,
    uploadfiles: 0,
    release,
    version,
    mobilecssurl: '',
    advancedfeatures: [{ name: 'usecomments', value: 1 }],
    usercanmanageownfiles: true,
    userquota: 104857600,
    usermaxuploadfilesize: 67108864,
    userhomepage: 1,
    userprivateaccesskey: '00000000000000000000000000000000',
    siteid: 1,
    sitecalendartype: 'gregorian',
    usercalendartype: 'gregorian',
    userissiteadmin: false,
    theme: 'boost',
    limitconcurrentlogins: 0,
    policyagreed: 0,
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
