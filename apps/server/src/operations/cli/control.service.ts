/**
 * Owns the connection from the command line to a server that holds the embedded database.
 * Does not authenticate people: whoever can read DATA_DIR has full access anyway.
 */
import { rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { AppContext } from '../../core/context/appContext.ts';
import { sameText } from '../../core/crypto/keys.ts';
import type { DatabaseUnavailable } from '../../core/database/connection/unavailable.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { operations } from './control/operations.ts';

/** The file in which a running server writes its port and token. */
export const controlFile = (dataDir: string) => join(dataDir, 'control.json');

export interface ControlPlace {
  readonly port: number;
  readonly token: string;
}

/** Listens on loopback for commands that carry the token in DATA_DIR; with an embedded database only. */
export async function startControl(context: AppContext): Promise<{ stop(): Promise<void> }> {
  if (context.database.kind !== 'embedded') return { stop: async () => {} };
  const token = context.clock.randomBytes(32).toString('base64url');
  const server = createServer((request, response) => void answer(context, token, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const place: ControlPlace = { port: typeof address === 'object' && address ? address.port : 0, token };
  const path = controlFile(context.config.dataDir);
  await writeFile(`${path}.part`, JSON.stringify(place), { mode: 0o600 });
  await rename(`${path}.part`, path);
  return {
    async stop() {
      rmSync(path, { force: true });
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  context: AppContext,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const operation = Object.entries(operations).find(([name]) => request.url === `/${name}`)?.[1];
  const { authorization = '', origin } = request.headers;
  const isAllowed =
    request.method === 'POST' && origin === undefined && sameText(authorization, `Bearer ${token}`);
  if (!isAllowed || !operation) return void response.writeHead(404).end();
  const tell = (line: object) => void response.write(`${JSON.stringify(line)}\n`);
  try {
    const { input, file } = await readBody(request);
    const done = await operation(context, input as never, file, (progress) => tell({ progress }));
    tell({ done });
  } catch (error) {
    const { code, params, message } = error as AppError;
    const { kind } = error as Partial<DatabaseUnavailable>;
    tell({ failed: error instanceof AppError ? { code, params } : { message, kind } });
  }
  response.end();
}

/** Reads a body of one line of JSON, followed by an optional file. */
async function readBody(request: IncomingMessage): Promise<{ input: unknown; file: Buffer }> {
  const body = Buffer.concat(await request.toArray());
  const end = body.indexOf(10);
  return { input: JSON.parse(body.subarray(0, end).toString('utf8')), file: body.subarray(end + 1) };
}
