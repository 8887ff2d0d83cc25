import { setTimeout as wait } from 'node:timers/promises';
import type { ListedUser } from '@guichet/contract/identity/users';
import type { ListedRole } from '@guichet/contract/identity/users.search';
import { signInTo } from '../../apps/server/test/processClient.ts';
import { csvList } from '../data/lists.ts';
import { type SignedIn, signInAs } from '../stage/signInAs.ts';
import type { Installation } from './installation.ts';
import type { Candidate, Prepared } from './rehearsal.ts';

/** Candidates of one exam, and people who are made ready at once. */
const examSize = 500;
const atOnce = 4;
/** Milliseconds within which the learning platform has to have everybody of an exam. */
const platformMs = 300_000;

const firstPassword = 'Repetition-Une#1';

interface Exam {
  readonly id: number;
  readonly courseId: string;
}

/** The addresses of a rehearsal of this name: a domain to which no mail can be delivered (RFC 2606). */
export function domainOf(name: string): string {
  return `${name}.invalid`;
}

/** Makes exams, candidates with passwords, and somebody at support. @throws with the portal's words */
export async function makePeople(
  installation: Installation,
  name: string,
  count: number,
  say: (line: string) => void,
): Promise<Prepared> {
  const { url, admin, systemId } = installation;
  const domain = domainOf(name);
  const password = `Rp#${crypto.randomUUID().slice(0, 12)}Q`;
  const candidates: Candidate[] = [];
  const exams: Exam[] = [];
  while (candidates.length < count) {
    // New for each exam, since a token is valid for five minutes.
    const client = await signInTo(url, admin.email, admin.password);
    const exam = await client.makeExamSpace(systemId, `${name} ${exams.length + 1}`);
    const size = Math.min(examSize, count - candidates.length);
    const list = csvList(size, `exam${exams.length}x`, domain);
    await client.importFile(systemId, exam.courseId, list, { sendEmail: false });
    const listed = await client.listCandidates(systemId, exam.id);
    exams.push(exam);
    candidates.push(...listed.map(({ email }) => ({ email, password, courseId: exam.courseId })));
    if (!installation.givePassword) await givePasswords(installation, listed, password);
    say(`${candidates.length} of ${count} candidates`);
  }
  await installation.givePassword?.(domain, password);
  const lateExam = await (await signInTo(url, admin.email, admin.password)).makeExamSpace(
    systemId,
    `${name} late`,
  );
  for (const exam of exams) await untilOnPlatform(installation, exam);
  const support = { email: `support@${domain}`, password };
  await makeSupport(installation, support);
  const { sendsMails, findLink, untilMailed } = installation;
  return { url, systemId, domain, candidates, admin, support, lateExam, sendsMails, findLink, untilMailed };
}

/** Deletes the people of a rehearsal and cancels its exams; returns the number of people. */
export async function removePeople(installation: Installation, name: string): Promise<number> {
  const { url, admin, systemId } = installation;
  const client = await signInTo(url, admin.email, admin.password);
  const exams = (await (await client.get(`/api/cohort/${systemId}?showAllActive=true`)).json()) as (Exam & {
    title: string;
  })[];
  let removed = 0;
  for (const exam of exams.filter(({ title }) => title.startsWith(`${name} `))) {
    const people = await (await signInTo(url, admin.email, admin.password)).listCandidates(systemId, exam.id);
    removed += await deletePeople(installation, people);
    const { headers } = await signInAs(url, admin);
    const cancelled = await fetch(`${url}/api/cohort/${systemId}/${exam.id}`, { method: 'DELETE', headers });
    if (!cancelled.ok) throw new Error(`${exam.title} was not cancelled: ${await cancelled.text()}`);
  }
  const session = await signInAs(url, admin);
  const filters = [{ searchTerm: `support@${domainOf(name)}`, pageSize: 25, pageIndex: 1 }];
  const { data } = (await session.post('/api/user/search', { filters })) as { data: ListedUser[] };
  return removed + (await deletePeople(installation, data));
}

async function deletePeople(
  { url, admin, systemId }: Installation,
  people: readonly Pick<ListedUser, 'id'>[],
): Promise<number> {
  return inTurns(
    people,
    async (session, { id }) => {
      const { headers } = session;
      const body = new URLSearchParams({ id: String(id) });
      const reply = await fetch(`${url}/api/user/delete/${systemId}`, { method: 'POST', headers, body });
      if (!reply.ok) throw new Error(`Person ${id} was not deleted: ${await reply.text()}`);
    },
    () => signInAs(url, admin),
  );
}

/** As an administrator and then each person would do it, where the database itself cannot be asked. */
async function givePasswords(
  { url, admin }: Installation,
  people: readonly ListedUser[],
  password: string,
): Promise<void> {
  const given = { newPassword: firstPassword, confirmNewPassword: firstPassword };
  await inTurns(
    people,
    async (session, { id, email }) => {
      await session.post('/api/user/updatePassword', { userId: id, ...given });
      await chooseFirst(url, email, password);
    },
    () => signInAs(url, admin),
  );
}

async function makeSupport(
  { url, admin, systemId }: Installation,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const session = await signInAs(url, admin);
  const roles = (await session.get('/api/user/roles')) as ListedRole[];
  const role = roles.find((one) => one.role === 'support' && one.systemId === systemId);
  if (!role) throw new Error(`${admin.email} may not give the role of support in system ${systemId}.`);
  const given = { newPassword: firstPassword, confirmNewPassword: firstPassword };
  const person = { userName: email, firstName: 'Support', lastName: 'Rehearsal', roleList: [role.name] };
  await session.post('/api/user/newUser', { ...person, ...given });
  await chooseFirst(url, email, password);
}

async function chooseFirst(url: string, email: string, password: string): Promise<void> {
  const session = await signInAs(url, { email, password: firstPassword });
  const chosen = { newPassword: password, confirmNewPassword: password };
  await session.post('/api/account/changePasswordWithoutExisting', chosen);
}

async function untilOnPlatform({ url, admin, systemId }: Installation, exam: Exam): Promise<void> {
  const began = performance.now();
  let client = await signInTo(url, admin.email, admin.password);
  for (let tries = 1; performance.now() - began < platformMs; tries++) {
    if (tries % 100 === 0) client = await signInTo(url, admin.email, admin.password);
    const reply = await client.get(`/api/cohort/${systemId}/${exam.id}/platform`);
    const { states } = (await reply.json()) as { states: Record<string, number> };
    const { done = 0, ...others } = states;
    if (done > 0 && Object.values(others).every((number) => number === 0)) return;
    await wait(500);
  }
  throw new Error(`The learning platform has not got the candidates of ${exam.courseId} in time.`);
}

/** Several at once, in sessions that are renewed by signing in again; returns how many. */
async function inTurns<T>(
  all: readonly T[],
  work: (session: SignedIn, one: T) => Promise<void>,
  signIn: () => Promise<SignedIn>,
): Promise<number> {
  const rest = [...all];
  const turn = async () => {
    for (let done = 0, session = await signIn(); ; done++) {
      const one = rest.pop();
      if (!one) return;
      if (done % 500 === 499) session = await signIn();
      await work(session, one);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, turn));
  return all.length;
}
