import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInTo } from '../apps/server/test/processClient.ts';
import { momentsOf, readCurve, usualCurve } from '../bench/rehearsal/arrivals.ts';
import { Timings } from '../bench/rehearsal/timings.ts';
import { PortalProcess } from '../e2e/fixtures/portalProcess.ts';
import { root } from './setup/place.mjs';

const admin = { email: 'admin@guichet.test', password: 'Premier#Jour1' };

/** A portal of its own, or one that is there, for some seconds each. */
const isTried = process.env.LONG_TESTS !== 'none';

/** Its exit code and what it printed. */
async function rehearse(...options: readonly string[]) {
  const env = { ...process.env, REHEARSAL_EMAIL: admin.email, REHEARSAL_PASSWORD: admin.password };
  const child = spawn(process.execPath, [join(root, 'scripts', 'rehearse.mjs'), ...options], { env });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { printed, code };
}

const numbersOf = (printed: string, step: string) =>
  printed
    .split('\n')
    .find((line) => line.startsWith(`${step}  `))
    ?.slice(step.length)
    .trim()
    .split(/\s+/)
    .map(Number);

describe.runIf(isTried)('a rehearsed exam morning', () => {
  test('prints times and errors of each step at a portal of its own', async () => {
    const { printed, code } = await rehearse('--embedded', '--candidates', '12', '--minutes', '0.05');
    expect(printed).toContain('12 candidates at the embedded database, an hour in 0.05 minutes');
    for (const step of ['sign-in', 'landing', 'entry on the platform', 'exam page there'])
      expect(numbersOf(printed, step)?.[0], `${step} in\n${printed}`).toBeGreaterThanOrEqual(12);
    for (const step of ['forgotten password', 'new password by link', 'mails of the list out'])
      expect(numbersOf(printed, step)?.[0], `${step} in\n${printed}`).toBe(1);
    for (const step of ['sign-in', 'new password by link', 'exam page there', 'import of a list'])
      expect(numbersOf(printed, step)?.at(-1), `errors of ${step} in\n${printed}`).toBe(0);
    expect(code, printed).toBe(0);
  }, 180_000);
});

describe.runIf(isTried)('a rehearsal at an installation that is there', () => {
  let portal: PortalProcess;
  beforeAll(async () => {
    portal = await PortalProcess.start({
      BOOTSTRAP_ADMIN_EMAIL: admin.email,
      BOOTSTRAP_ADMIN_PASSWORD: admin.password,
    });
  }, 120_000);
  afterAll(async () => {
    await portal.kill();
    portal.removeData();
  });

  const people = async () => {
    const client = await signInTo(portal.url, admin.email, admin.password);
    const all = (await (await client.get('/api/user/getusersystem/3')).json()) as { email: string }[];
    const exams = (await (await client.get('/api/cohort/3?showAllActive=true')).json()) as object[];
    return { addresses: all.map(({ email }) => email), exams: exams.length };
  };

  test('makes nothing before somebody agrees, and says what it would make and how to remove it', async () => {
    const before = await people();
    const { printed, code } = await rehearse(portal.url, '--candidates', '8');
    expect(code).toBe(1);
    expect(printed).toContain('--yes-this-is-a-test-installation');
    expect(printed).toMatch(/--remove rehearsal-\d{14}/);
    expect(await people()).toEqual(before);
  }, 60_000);

  test('removes its people and cancels its exams in the end', async () => {
    const before = await people();
    const agreed = ['--yes-this-is-a-test-installation', '--candidates', '8', '--minutes', '0.05'];
    const { printed, code } = await rehearse(portal.url, ...agreed);
    expect(code, printed).toBe(0);
    expect(numbersOf(printed, 'exam page there')?.[0]).toBe(8);
    expect(printed).toContain('209 people removed again');
    expect(await people()).toEqual(before);
  }, 120_000);
});

describe('arrivals', () => {
  test('follow the curve, each drawn by itself', () => {
    let drawn = 0;
    const moments = momentsOf(usualCurve, 1000, 12_000, () => ((drawn++ * 617) % 1000) / 1000);
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    const inPart = (part: number) => moments.filter((ms) => Math.floor(ms / 1000) === part).length;
    expect(usualCurve.map((_, part) => inPart(part))).toEqual(usualCurve.map((percent) => percent * 10));
  });

  test('take a curve of somebody’s own, and refuse what is none', () => {
    expect(readCurve('3, 5\n20')).toEqual([3, 5, 20]);
    expect(() => readCurve('0, 0')).toThrow('A curve is');
    expect(() => readCurve('many')).toThrow('A curve is');
  });
});

test('the slowest step is one that somebody waits for', () => {
  const timings = new Timings();
  timings.took('import', 9000);
  timings.took('signIn', 80);
  timings.took('landing', 20);
  timings.failed('landing', 'answered 503');
  expect(timings.slowest()).toEqual(expect.objectContaining({ step: 'signIn', p99: 80 }));
  expect(timings.errors).toBe(1);
  expect(timings.table().at(-1)).toBe('1 times at landing: answered 503');
});
