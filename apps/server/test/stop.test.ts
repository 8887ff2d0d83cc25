import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PortalProcess } from '../../../e2e/fixtures/portalProcess.ts';
import { findNode24 } from '../../../scripts/setup/node24.mjs';
import { root } from '../../../scripts/setup/place.mjs';
import { listServerArguments } from '../../../scripts/setup/server.mjs';
import { makeTestPlace, type TestPlace } from './database/testDatabase.ts';
import { signInTo } from './processClient.ts';

let place: TestPlace;
let portal: PortalProcess;

beforeEach(async () => {
  place = await makeTestPlace();
  const { databaseUrl, dataDir } = place.options;
  portal = await PortalProcess.start(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir });
}, 120_000);

afterEach(async () => {
  await portal.kill();
  portal.removeData();
  await place.remove();
});

const list = (count: number) =>
  [
    'Prénom;Nom;Courriel;Langue',
    ...Array.from({ length: count }, (_, n) => `Zoé;Côté${n};zoe${n}@etu.example.ca;F`),
  ].join('\n');

/** A server on an empty folder of its own in place of the portal, and what it says beside its log. */
async function spawnServer(more: Readonly<Record<string, string>>) {
  await portal.stop();
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: new URL(portal.url).port,
    DATA_DIR: join(portal.dataDir, 'new'),
    LC_ALL: 'C',
    ...more,
  };
  const child = spawn(findNode24(), listServerArguments(root), { cwd: portal.dataDir, env });
  const started = { process: child, said: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => (started.said += text));
  return started;
}

/** Opens a connection and sends only these bytes. */
async function sendOnly(url: string, bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), new URL(url).hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (bytes) await new Promise((resolve) => socket.write(bytes, resolve));
  return socket;
}

describe('a server that cannot listen', () => {
  it('says so in one line before anything is made', async () => {
    const dataDir = join(portal.dataDir, 'another');
    const { port } = new URL(portal.url);
    await expect(PortalProcess.start({ PORT: port, DATA_DIR: dataDir })).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is taken by another program. Set PORT to a free one. Nothing was changed.`,
    );
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe('a server that is stopped', () => {
  it('does not wait for connections that have sent nothing, half a header or half an upload, and exits with 0', async () => {
    const { email, password } = portal.firstAdmin;
    const client = await signInTo(portal.url, email, password);
    const { bearer } = client;
    const half = 'POST /api/import HTTP/1.1\r\nHost: guichet\r\nContent-Length: 4000\r\n';
    const upload = `${half}Authorization: ${bearer}\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n`;
    const sockets = await Promise.all(
      ['', 'GET /api/home HTTP/1.1\r\nHo', upload].map((bytes) => sendOnly(portal.url, bytes)),
    );
    await client.get('/api/home');
    const started = performance.now();
    await portal.stop();
    expect(performance.now() - started).toBeLessThan(5000);
    for (const socket of sockets) socket.destroy();
  }, 120_000);

  it('says in one line that it was stopped while starting, and exits with 0', async () => {
    const child = await spawnServer({});
    while (!child.said.includes('is starting')) await wait(5);
    child.process.kill('SIGTERM');
    const [code] = await once(child.process, 'close');
    expect(code).toBe(0);
    expect(child.said).toMatch(/^Guichet [\d.]+ is starting…\nGuichet stopped while starting, as asked\.\n$/);
  }, 60_000);

  it('says in one line on which error it has ended, and exits with 1', async () => {
    const crash = `import{isMainThread}from'node:worker_threads';isMainThread&&setTimeout(()=>{throw new Error('boom')},6000)`;
    const child = await spawnServer({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(crash)}`,
    });
    const [code] = await once(child.process, 'close');
    expect(code).toBe(1);
    expect(child.said).toMatch(/\nGuichet stopped on an unexpected error: Error: boom \| at [^\n]+\n$/);
  }, 60_000);

  it('exits with 0 after any number of signals, and finishes what runs', async () => {
    const { email, password } = portal.firstAdmin;
    const client = await signInTo(portal.url, email, password);
    const { courseId } = await client.makeExamSpace(3, 'Printemps');
    const counted = client.importFile(3, courseId, list(250), { sendEmail: true });
    await client.get('/api/home');
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGTERM', 'SIGINT'] as const) {
      process.kill(portal.pid, signal);
      await wait(20);
    }
    await portal.stop();
    expect(await counted).toBe(250);
  }, 120_000);

  it('finishes the running import, answers it, and exits with 0', async () => {
    const count = 300;
    const { email, password } = portal.firstAdmin;
    const client = await signInTo(portal.url, email, password);
    const { courseId } = await client.makeExamSpace(3, 'Hiver');
    const counted = client.importFile(3, courseId, list(count), { sendEmail: true });
    // Once another request has been answered after it, it has begun.
    await client.get('/api/home');
    await portal.stop();
    expect(await counted).toBe(count);
  }, 120_000);
});
