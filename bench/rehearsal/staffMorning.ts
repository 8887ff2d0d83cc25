import { signInTo } from '../../apps/server/test/processClient.ts';
import { csvList } from '../data/lists.ts';
import { timed } from '../measure/rounds.ts';
import type { Rehearsal } from './rehearsal.ts';
import { StepFailed, Visitor } from './visitor.ts';

/** Beyond the numbers of candidates, whose network addresses they would share. */
const staffNumber = 131_000;
/** A call for so many candidates; a portal refuses the 201st link that one person sends within an hour. */
const candidatesPerCall = 50;
const mostLinks = 150;
/** In milliseconds at the pace of a clock. */
const talking = 20_000;
const listRows = 200;

/** Answers the calls of candidates who cannot get in: finds the person, reads what became of them, sends a link to some. */
export async function supportMorning(rehearsal: Rehearsal, calls: readonly number[]): Promise<void> {
  const { url, timings, candidates, support, sendsMails, pace } = rehearsal;
  const visitor = new Visitor(url, timings, staffNumber);
  let links = 0;
  try {
    await visitor.signIn(support.email, support.password);
    for (const [index, due] of calls.entries()) {
      const { email = '' } = candidates[(index * 37) % candidates.length] ?? {};
      await visitor.waitUntil(due);
      await visitor.renewIfDue();
      const filters = [{ searchTerm: email, pageSize: 25, pageIndex: 1 }];
      const { body } = await visitor.post('search', '/api/user/search', { filters });
      const { data } = JSON.parse(body.toString()) as { data: { id: number }[] };
      await visitor.think(talking * pace * 0.1);
      await visitor.get('history', `/api/support/people/${data[0]?.id}`);
      if (!sendsMails || index % 4 > 0 || links++ >= mostLinks) continue;
      await visitor.think(talking * pace * 0.1);
      await visitor.post('link', `/api/support/people/${data[0]?.id}/resetlink`, {});
    }
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
  } finally {
    visitor.hangUp();
  }
}

/** The moments of the calls among those of the arrivals. */
export function callsAmong(arrivals: readonly number[]): number[] {
  return arrivals.filter((_, n) => n % candidatesPerCall === candidatesPerCall >> 1);
}

/** A late list, imported while candidates sign in, with its mails; and a look at an exam before and after. */
export async function administratorMorning(rehearsal: Rehearsal, salt: string): Promise<void> {
  const { url, timings, admin, systemId, lateExam, sendsMails, domain } = rehearsal;
  const client = await signInTo(url, admin.email, admin.password);
  const look = async () => {
    const ms = await timed(() => client.listCandidates(systemId, lateExam.id));
    timings.took('list', ms);
  };
  try {
    await look();
    const list = csvList(listRows, salt, domain);
    const work = client.importFile(systemId, lateExam.courseId, list, { sendEmail: sendsMails });
    timings.took('import', await timed(() => work));
    const mailsSince = performance.now();
    await look();
    if (!rehearsal.untilMailed) return;
    await rehearsal.untilMailed(salt, listRows);
    timings.took('mails', performance.now() - mailsSince);
  } catch (error) {
    timings.failed('import', (error as Error).message);
  }
}
