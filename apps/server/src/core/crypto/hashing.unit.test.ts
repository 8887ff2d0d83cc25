import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { openHashing } from './hashing.ts';

describe('hashing passwords', () => {
  it('uses Argon2id at 19 MiB, two passes, one lane', async () => {
    expect(await openHashing().hash('Cle-Sure#1')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('accepts the right password and rejects any other', async () => {
    const hashing = openHashing();
    const kept = await hashing.hash('Cle-Sure#1');
    expect(await hashing.verify(kept, 'Cle-Sure#1')).toBe(true);
    expect(await hashing.verify(kept, 'cle-sure#1')).toBe(false);
    expect(await hashing.verify(null, 'Cle-Sure#1')).toBe(false);
  });

  it.runIf(process.platform === 'linux')('runs at a lower priority than the event loop', async () => {
    await openHashing().hash('Cle-Sure#1');
    const threads = readdirSync('/proc/self/task').map((id) => ({
      name: readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim(),
      priority: getPriority(Number(id)),
    }));
    const hashing = threads.filter(({ name }) => name === 'libuv-worker');
    expect(hashing.length).toBeGreaterThan(0);
    expect(new Set(hashing.map(({ priority }) => priority))).toEqual(new Set([getPriority() + 5]));
  });

  it('takes as long for an account that does not exist', async () => {
    const hashing = openHashing();
    const kept = await hashing.hash('Cle-Sure#1');
    const time = async (passwordHash: string | null) => {
      // CPU time, since wall time would include other processes.
      const before = process.cpuUsage();
      await hashing.verify(passwordHash, 'autre');
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] as number;
    await time(null);
    const times: { unknown: number[]; known: number[] } = { unknown: [], known: [] };
    // Alternating, so that other load on the machine affects both alike.
    for (let n = 0; n < 15; n++) {
      times.unknown.push(await time(null));
      times.known.push(await time(kept));
    }
    const [unknown, known] = [median(times.unknown), median(times.known)];
    expect(unknown / known).toBeGreaterThan(0.4);
    expect(unknown / known).toBeLessThan(2.5);
  });

  it('rejects when its queue is full, and recovers', async () => {
    const hashing = openHashing({ atOnce: 1, maxWaiting: 8 });
    const kept = await hashing.hash('Cle-Sure#1');
    const crowd = Array.from({ length: 12 }, () =>
      hashing.verify(kept, 'Cle-Sure#1').catch((error) => error.code),
    );
    const answers = await Promise.all(crowd);
    expect(answers.filter((answer) => answer === true)).toHaveLength(9);
    expect(answers.filter((answer) => answer === 'busy')).toHaveLength(3);
    expect(await hashing.verify(kept, 'Cle-Sure#1')).toBe(true);
  }, 60_000);
});
