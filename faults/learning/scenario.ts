import type { PlatformForm } from '@guichet/contract/learning/learning.platforms';
import type { Settings } from '../../e2e/fixtures/portalProcess.ts';
import type { Run } from '../fault.ts';
import { Testbed } from '../places/testbed.ts';
import { bodyOf, PlatformExam, until } from './exam.ts';
import { Killer, type Moment, type PlatformServer } from './killer.ts';
import { compareStanding, type Standing } from './standing.ts';

/** In milliseconds, by the clock of the program: longer than a dead process's leases, and than a copy is waited for. */
const pauseMilliseconds = 130_000;

const systemId = 3;

/** A learning platform on this machine, and the calls by which a program on it is to be killed. */
export interface Platform {
  readonly server: PlatformServer & { close(): Promise<void> };
  /** The kind of a call, without the ids in it. */
  nameOf(call: { readonly name: string }): string;
  /** Of the program. */
  readonly settings: Settings;
  readonly form: Omit<PlatformForm, 'name'>;
  /** What an administrator does, in order, with the calls that follow. */
  readonly steps: readonly Step[];
  standingOf(exam: PlatformExam): Standing;
}

export interface Step {
  readonly what: string;
  /** Before the program is to be killed. */
  prepare?(exam: PlatformExam): Promise<unknown>;
  act(exam: PlatformExam): Promise<void>;
  /** The calls in which the program is killed, one after the other, each by the next process. */
  readonly kills: readonly Kill[];
  /** What an administrator has to do after the last death, where the program cannot go on by itself. */
  mend?(scene: Scene): Promise<void>;
  /** What else is wrong when all is done. */
  check?(exam: PlatformExam): string[];
}

export interface Kill {
  readonly call: string;
  /** A second death in a call, for what follows from it, in rounds whose moment is the other one. */
  readonly at?: Moment;
  /** The platform changes nothing by it: killed at the other moment, which is as good, so that both occur in each round. */
  readonly isReading?: true;
}

export interface Scene {
  readonly testbed: Testbed;
  readonly exam: PlatformExam;
  readonly platformId: number;
  readonly moment: Moment;
}

/**
 * Lets an administrator make an exam on a registered platform and change it, and kills the program in the middle of each
 * kind of call that follows: when the platform has acted and nobody hears its answer in odd rounds, before it acts in even ones.
 */
export async function killInEachCall(run: Run, open: () => Promise<Platform>): Promise<void> {
  const platform = await open();
  const testbed = await Testbed.open(await run.machine.open(run.kind), platform.settings);
  try {
    const killer = new Killer(testbed, platform.server, platform.nameOf);
    const platformId = await register(testbed, platform.form);
    for (let round = 1; round <= run.rounds; round++) {
      const moment = round % 2 === 1 ? 'after' : 'before';
      await playRound(run, { testbed, platformId, moment }, platform, killer);
    }
  } finally {
    await testbed.close();
    await platform.server.close();
  }
}

async function register({ client }: Testbed, form: Platform['form']): Promise<number> {
  const body = { name: 'Campus', ...form };
  const { id } = bodyOf<{ id: number }>(await client.post('/api/learning/platforms', body));
  bodyOf(await client.post(`/api/learning/platforms/move/${systemId}`, { platformId: id }));
  return id;
}

async function playRound(
  { tally }: Run,
  scene: Omit<Scene, 'exam'>,
  platform: Platform,
  killer: Killer,
): Promise<void> {
  const { testbed, moment } = scene;
  killer.hold();
  const exam = await PlatformExam.make(testbed, systemId);
  for (const { what, prepare, act, kills, mend, check } of platform.steps) {
    await prepare?.(exam);
    const deaths = kills.filter(({ at }) => at !== moment);
    let dead = arm(killer, deaths[0], moment);
    // No call is let through while the administrator waits for a reply.
    killer.hold();
    await act(exam);
    killer.release();
    for (const [n, kill] of deaths.entries()) {
      await dead;
      tally.add(`kills ${momentOf(kill, moment)} the platform acted`);
      killer.hold();
      dead = arm(killer, deaths[n + 1], moment);
      await testbed.restartAt(new Date(testbed.now() + pauseMilliseconds));
      killer.release();
    }
    await mend?.({ ...scene, exam });
    // Of a cancelled exam the portal does not tell how far it is.
    if (exam.isOpen) await exam.untilSettled();
    else await until(() => compareStanding(exam, platform.standingOf(exam))[0] ?? null);
    const wrong = [...compareStanding(exam, platform.standingOf(exam)), ...(check?.(exam) ?? [])];
    tally.disagree(...wrong.map((one) => `${moment}, ${what}: ${one}`));
  }
  await exam.compare();
  const { counts, reason } = await exam.untilCompared();
  const isSame = reason === null && Object.values(counts).every((count) => count === 0);
  tally.expect(isSame, `${moment}: the last comparison found ${JSON.stringify({ counts, reason })}`);
}

function arm(killer: Killer, kill: Kill | undefined, moment: Moment): Promise<void> {
  const dead = kill ? killer.at(kill.call, momentOf(kill, moment)) : Promise.resolve();
  // It is awaited later, or never where the round breaks off before.
  dead.catch(() => undefined);
  return dead;
}

function momentOf({ at, isReading }: Kill, moment: Moment): Moment {
  const other = moment === 'before' ? 'after' : 'before';
  return at ?? (isReading ? other : moment);
}
