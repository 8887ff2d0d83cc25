import { setTimeout as wait } from 'node:timers/promises';
import type { Exam } from '@guichet/contract/exams/exams';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import type { CandidateExtraTime } from '@guichet/contract/exams/results.extraTime';
import type { ListedUser } from '@guichet/contract/identity/users';
import type { Drift } from '@guichet/contract/learning/learning.drift';
import type { PlatformHealth } from '@guichet/contract/learning/learning.health';
import { type Answer, read } from '../history/client.ts';
import { candidateImport } from '../history/operations/candidateImport.ts';
import { examDate } from '../history/operations/examSpace.ts';
import type { Testbed } from '../places/testbed.ts';

/** In milliseconds: what waits for another try comes within it. */
const settledMilliseconds = 60_000;

interface Candidate {
  readonly userId: number;
  readonly address: string;
  readonly learningPlatformId: string;
  lastName: string;
}

/** An exam as its administrator deals with it, over HTTP, and what the platform has to show of it. */
export class PlatformExam {
  readonly systemId: number;
  readonly #testbed: Testbed;
  readonly #exam: ExamSummary;
  readonly candidates: Candidate[] = [];
  title: string;
  isOpen = true;
  /** How many candidates have extra time. */
  extraTimes = 0;

  private constructor(testbed: Testbed, systemId: number, exam: ExamSummary) {
    this.#testbed = testbed;
    this.systemId = systemId;
    this.#exam = exam;
    this.title = exam.title;
  }

  static async make(testbed: Testbed, systemId: number): Promise<PlatformExam> {
    const title = testbed.newName('Épreuve ');
    const made = await testbed.client.post(`/api/exam/${systemId}`, { title, examDate });
    return new PlatformExam(testbed, systemId, bodyOf<ExamSummary>(made));
  }

  get code(): string {
    return this.#exam.courseId;
  }

  async import(rows: number): Promise<void> {
    const { systemId } = this;
    const name = this.#testbed.newName('k');
    const order = { systemId, exam: this.#exam, name, rows, sendEmail: false };
    bodyOf(await candidateImport(order).send(this.#testbed.client));
    const listed = await read<ListedUser[]>(this.#testbed.client, `/api/user/${systemId}/${this.#exam.id}`);
    for (const { id: userId, email: address, learningPlatformId, lastName } of listed)
      if (learningPlatformId !== null && !this.candidates.some((candidate) => candidate.userId === userId))
        this.candidates.push({ userId, address, learningPlatformId, lastName: lastName ?? '' });
  }

  async removeOne(): Promise<void> {
    const candidate = this.candidates.pop();
    await this.#post(`user/unroll/${this.systemId}/${this.#exam.id}/${candidate?.learningPlatformId}`);
  }

  /** Corrects the name of a candidate, which the platform gets by a repair. */
  async correctOne(): Promise<void> {
    const [candidate] = this.candidates;
    if (!candidate) throw new Error('There is no candidate.');
    candidate.lastName = `${candidate.lastName} Roy`;
    const { userId: id, lastName } = candidate;
    await this.#post('user/correct', { id, firstName: 'Zoé', lastName, languageId: 1, newsLetter: false });
  }

  async rename(): Promise<void> {
    const path = `/api/exam/${this.systemId}/${this.#exam.id}`;
    const exam = await read<Exam>(this.#testbed.client, path);
    this.title = `${this.title} (reportée)`;
    bodyOf(await this.#testbed.client.post(path, { ...exam, titleFr: this.title }));
  }

  async cancel(): Promise<void> {
    this.isOpen = false;
    bodyOf(await this.#testbed.client.delete(`/api/cohort/${this.systemId}/${this.#exam.id}`));
  }

  async reactivate(): Promise<void> {
    this.isOpen = true;
    await this.#post(`exam/${this.systemId}/${this.#exam.id}/reactivate`);
  }

  /** Gives one candidate an hour more, or takes it away. */
  async setExtraTime(isGiven: boolean): Promise<void> {
    this.extraTimes = isGiven ? 1 : 0;
    const extraTime = isGiven ? { minutes: 60, factor: null } : null;
    await this.#post(this.#extraTimePath, { extraTime });
  }

  /** Has the platform read and compared. */
  async compare(): Promise<void> {
    await this.#post(`cohort/${this.systemId}/${this.#exam.id}/platform/drift/read`);
  }

  /** What the last comparison found. */
  async repair(): Promise<void> {
    await this.#post(`cohort/${this.systemId}/${this.#exam.id}/platform/drift/repair`, { what: 'all' });
  }

  health(): Promise<PlatformHealth> {
    return this.#read<PlatformHealth>('platform');
  }

  /** Resolves once nothing waits any more. @throws when something does after a minute, or has failed */
  async untilSettled(): Promise<void> {
    await until(async () => {
      const { course, states, stuck } = await this.health();
      const extraTime = await this.#read<CandidateExtraTime>(`extratime/${this.candidates[0]?.userId}`);
      const { done = 0, ...others } = states;
      const isSettled =
        course.state === 'done' && done > 0 && Object.values(others).every((count) => count === 0);
      const isTimeSettled = extraTime.platform === null || extraTime.platform.state === 'done';
      return isSettled && isTimeSettled ? null : JSON.stringify({ course, states, stuck, extraTime });
    });
  }

  /** What the last comparison found, once it has ended. */
  async untilCompared(): Promise<Drift> {
    let drift: Drift | null = null;
    await until(async () => {
      drift = await this.#read<Drift>('platform/drift');
      return drift.state === 'done' ? null : JSON.stringify(drift);
    });
    return drift as unknown as Drift;
  }

  get #extraTimePath(): string {
    return `cohort/${this.systemId}/${this.#exam.id}/extratime/${this.candidates[0]?.userId}`;
  }

  #read<T>(what: string): Promise<T> {
    return read<T>(this.#testbed.client, `/api/cohort/${this.systemId}/${this.#exam.id}/${what}`);
  }

  async #post(path: string, body: object = {}): Promise<void> {
    bodyOf(await this.#testbed.client.post(`/api/${path}`, body));
  }
}

/** Resolves once there is no problem. @throws with the problem after a minute */
export async function until(findProblem: () => Promise<string | null> | string | null): Promise<void> {
  const began = performance.now();
  for (;;) {
    const problem = await findProblem();
    if (problem === null) return;
    if (performance.now() - began > settledMilliseconds) throw new Error(`Something still waits: ${problem}`);
    await wait(50);
  }
}

/** @throws Error for anything but 200 */
export function bodyOf<T>(answer: Answer): T {
  if (answer.status !== 200) throw new Error(`Refused: ${JSON.stringify(answer)}`);
  return answer.body as T;
}
