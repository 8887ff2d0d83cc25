import { setTimeout as wait } from 'node:timers/promises';
import { signInTo } from './processClient.ts';

/** Keeps one person's sign-ins under the limit of a minute. */
const signInPause = 500;

export interface Load {
  /** Ids of the exams whose creation was acknowledged. */
  readonly acknowledged: readonly number[];
  readonly failed: readonly string[];
  readonly reads: number;
  readonly signIns: number;
}

/** Two people who write, three who read and one who signs in, without a pause, until `work` is done. */
export async function playDuring(
  url: string,
  { email, password }: { readonly email: string; readonly password: string },
  work: () => Promise<void>,
): Promise<Load> {
  const client = await signInTo(url, email, password);
  const acknowledged: number[] = [];
  const failed: string[] = [];
  const counts = { reads: 0, signIns: 0 };
  const over = new AbortController();
  const repeat = async (act: (n: number) => Promise<void>) => {
    for (let n = 0; !over.signal.aborted; n++)
      await act(n).catch((error: Error) => void failed.push(error.message));
  };
  const write = (name: string) => async (n: number) => {
    acknowledged.push((await client.makeExamSpace(3, `${name} ${n}`)).id);
  };
  const read = async () => {
    const reply = await client.get('/api/home');
    const text = await reply.text();
    if (!reply.ok) throw new Error(`home answered ${reply.status}: ${text}`);
    counts.reads += 1;
  };
  const signIn = async () => {
    await signInTo(url, email, password);
    counts.signIns += 1;
    await wait(signInPause);
  };
  const actors = [write('A'), write('B'), read, read, read, signIn].map(repeat);
  // What goes wrong is told at once: with too few portals the actors may wait for ever.
  await work().finally(() => over.abort());
  await Promise.all(actors);
  return { acknowledged, failed, ...counts };
}
