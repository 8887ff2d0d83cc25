import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { PortalProcess } from '../../../e2e/fixtures/portalProcess.ts';
import { openBalancer } from './balancer.ts';
import { withDatabaseName } from './database/postgresDatabases.ts';
import { findFreePort } from './freePort.ts';
import { openCallers, openTestPortal, type TestPortal } from './portal.ts';

/** Two processes of the real program on one PostgreSQL, at one address. */
export interface ProcessPair extends TestPortal {
  readonly address: string;
  /** Has this process answer all that follows. */
  answerFrom(which: 0 | 1): void;
}

export async function openProcessPair(settings: Record<string, string>): Promise<ProcessPair> {
  const port = await findFreePort();
  const address = `http://127.0.0.1:${port}`;
  const same = { ...settings, PUBLIC_URL: address, SECRET_KEY: 'one key for all processes of a portal' };
  // Makes the people of the tests, and answers nothing.
  const maker = await openTestPortal(same);
  const { clock, database } = maker.context;
  clock.advance((Date.now() - clock.now().getTime()) / 1000);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.read);
  const DATABASE_URL = withDatabaseName(inject('postgres').serverUrl, rows[0]?.name ?? '');
  const start = () => PortalProcess.start({ ...same, DATABASE_URL });
  const processes = [await start(), await start()] as const;
  const balancer = await openBalancer(
    processes.map(({ url }) => url),
    false,
    port,
  );
  await balancer.ready(processes.length);
  const app = appAt(address);
  const callers = await openCallers(app, maker.context);
  return {
    ...maker,
    ...callers,
    app: app as FastifyInstance,
    // The first one was made at the still time of other tests.
    superAdmin: () => callers.as('superAdmin'),
    address,
    answerFrom: (which) => balancer.pin(processes[which].url),
    async close() {
      await balancer.close();
      for (const portal of processes) {
        await portal.kill();
        portal.removeData();
      }
      await maker.close();
    },
  };
}

/** Answers over a socket as Fastify does without one. */
function appAt(address: string): Pick<FastifyInstance, 'inject'> {
  const inject = async ({ method, url, headers, payload }: Record<string, string>) => {
    const answer = await fetch(address + url, {
      method,
      headers,
      body: payload,
      redirect: 'manual',
    } as never);
    const rawPayload = Buffer.from(await answer.arrayBuffer());
    const body = rawPayload.toString();
    const cookies = answer.headers.getSetCookie();
    return {
      statusCode: answer.status,
      headers: {
        ...Object.fromEntries(answer.headers),
        ...(cookies.length > 0 && { 'set-cookie': cookies }),
      },
      body,
      rawPayload,
      json: () => JSON.parse(body),
    };
  };
  return { inject } as never;
}
