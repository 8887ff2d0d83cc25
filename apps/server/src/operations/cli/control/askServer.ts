import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import type { ErrorCode, ErrorParams } from '@guichet/contract/core/errors';
import { DatabaseUnavailable, type Unavailability } from '../../../core/database/connection/unavailable.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { type ControlPlace, controlFile } from '../control.service.ts';
import { CommandRefusal, type Terminal } from '../terminal/command.ts';
import type { InputOf, OperationName, OutputOf } from './operations.ts';

interface Told {
  readonly progress?: unknown;
  readonly done?: unknown;
  readonly failed?: {
    readonly code?: ErrorCode;
    readonly params?: ErrorParams;
    readonly message?: string;
    readonly kind?: Unavailability;
  };
}

/** Runs an operation in the server on `dataDir`. @throws CommandRefusal for a silent server; the operation's errors */
export async function askServer<N extends OperationName>(
  dataDir: string,
  name: N,
  input: InputOf<N>,
  { t }: Terminal,
  more: { readonly file?: Buffer; readonly tell?: (progress: unknown) => void } = {},
): Promise<OutputOf<N>> {
  try {
    const place = JSON.parse(await readFile(controlFile(dataDir), 'utf8')) as ControlPlace;
    const body = Buffer.concat([Buffer.from(`${JSON.stringify(input)}\n`), more.file ?? Buffer.alloc(0)]);
    for await (const line of createInterface({ input: await post(place, name, body) })) {
      const told = JSON.parse(line) as Told;
      if (told.progress !== undefined) more.tell?.(told.progress);
      if (told.failed) throw failureOf(told.failed);
      if ('done' in told) return told.done as OutputOf<N>;
    }
    throw new Error('the answer broke off');
  } catch (error) {
    const isTold = [AppError, CommandRefusal, DatabaseUnavailable].some((kind) => error instanceof kind);
    if (isTold) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    const hasBegun = !['ECONNREFUSED', 'ENOENT'].includes(code);
    if (!hasBegun) throw new CommandRefusal(t('serverSilent', { reason: message }));
    throw new CommandRefusal(t(name === 'importList' ? 'importBrokeOff' : 'serverBrokeOff'));
  }
}

function failureOf({ code, params, message, kind }: NonNullable<Told['failed']>): Error {
  if (kind) return new DatabaseUnavailable(kind);
  return code ? new AppError(code, { params: params ?? {} }) : new CommandRefusal(message ?? '');
}

function post({ port, token }: ControlPlace, name: string, body: Buffer) {
  const headers = { authorization: `Bearer ${token}` };
  return new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, path: `/${name}`, method: 'POST', headers }, (reply) =>
      reply.statusCode === 200 ? resolve(reply) : reject(new Error(`HTTP ${reply.statusCode}`)),
    );
    asking.once('error', reject);
    asking.end(body);
  });
}
