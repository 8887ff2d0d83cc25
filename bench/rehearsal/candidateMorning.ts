import { headerOf, type Reply } from '../measure/httpLine.ts';
import type { Candidate, Rehearsal } from './rehearsal.ts';
import { renewalMs, StepFailed, Visitor } from './visitor.ts';

/** Of a hundred candidates so many have forgotten their passwords, and so many look at their exams first. */
const forgetful = 1;
const careful = 33;

/** What a person takes, in milliseconds at the pace of a clock. */
const typing = 15_000;
const reading = 5_000;
/** Milliseconds at any pace: a mail is read where it has arrived. */
const mailWaitMs = 30_000;

/** From the sign-in page to the exam on the learning platform; then the page stays open and renews its session. */
export async function candidateMorning(rehearsal: Rehearsal, number: number, due: number): Promise<void> {
  const { url, timings, systemId, pace, end } = rehearsal;
  const { candidates } = rehearsal;
  // Who comes again is somebody else at the next turn, since nobody gets a fourth link within an hour.
  const turn = Math.floor(number / candidates.length);
  const candidate = candidates[(number + turn) % candidates.length];
  if (!candidate) return;
  const visitor = new Visitor(url, timings, number, due);
  try {
    await openSignIn(visitor);
    await visitor.think(typing * pace);
    if (number % 100 < forgetful) await rememberPassword(rehearsal, visitor, candidate);
    await visitor.signIn(candidate.email, candidate.password);
    await visitor.post('landing', '/api/access', { systemId, accessLevel: 0 });
    if (number % 100 >= 100 - careful) {
      await visitor.get('exams', '/api/candidate/exams');
      await visitor.think(reading * pace);
    }
    await enterExam(rehearsal, visitor, candidate);
    visitor.hangUp();
    for (let next = performance.now() + renewalMs * pace; next < end; next += renewalMs * pace) {
      await visitor.waitUntil(next);
      await visitor.renew();
      visitor.hangUp();
    }
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
  } finally {
    visitor.hangUp();
  }
}

/** The page and what it loads before its form can be sent, as a browser without a cache. */
async function openSignIn(visitor: Visitor): Promise<void> {
  const page = (await visitor.get('page', '/login')).body.toString();
  const files = new Set([...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)]);
  for (const [, path = ''] of files) await visitor.get('files', path);
}

/** A wrong try, a link by mail, and a new password where the mail can be read. */
async function rememberPassword(rehearsal: Rehearsal, visitor: Visitor, candidate: Candidate): Promise<void> {
  const { email, password } = candidate;
  const wrong = { username: email, password: `${password}?` };
  await visitor.post('wrongPassword', '/api/auth/login', wrong, 401);
  if (!rehearsal.sendsMails) return;
  await visitor.think(typing * rehearsal.pace);
  await visitor.post('forgotten', '/api/account/forgotpassword', { email, languageId: 1 });
  if (!rehearsal.findLink) return;
  const token = await visitor.wait('forgotten', rehearsal.findLink(email, mailWaitMs));
  await visitor.think(typing * rehearsal.pace);
  const chosen = { newPassword: password, confirmNewPassword: password };
  const reply = await visitor.post('newPassword', '/api/account/resetpassword', {
    userName: email,
    token,
    ...chosen,
  });
  if (reply.body.toString() !== 'true') visitor.fail('newPassword', 'the link was no longer good');
}

async function enterExam(rehearsal: Rehearsal, visitor: Visitor, candidate: Candidate): Promise<void> {
  const query = new URLSearchParams({ isAdmin: 'false', orgId: candidate.courseId });
  const path = `/api/redirectsystem/${rehearsal.systemId}?${query}`;
  const address = new URL((await visitor.get('handOff', path)).body.toString());
  // Another platform than the portal's own is not asked: it is somebody else's to rehearse.
  if (address.origin !== new URL(rehearsal.url).origin) return;
  const entry = { method: 'GET', path: address.pathname + address.search } as const;
  const entered = await visitor.ask('enter', entry, 303);
  const exam = {
    method: 'GET',
    path: headerOf(entered, 'location') ?? '',
    headers: cookieOf(entered),
  } as const;
  await visitor.ask('exam', exam);
}

function cookieOf(reply: Reply): { readonly cookie: string } {
  return { cookie: headerOf(reply, 'set-cookie')?.split(';')[0] ?? '' };
}
