import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '@guichet/contract/core/errors';
import type { FastifyInstance } from 'fastify';
import { AppError, problemOf } from '../../runtime/errors.ts';

const causes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'request.headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.tooSlow',
};
/** How long a refused sender may take to read why. */
const readingMilliseconds = 1000;

/**
 * What Node refuses before the framework sees it (half a header, two lengths, a sender that is too slow, CONNECT)
 * gets the same problem document and the same headers as any other failure. For when `app` is ready.
 */
export async function addProtocolErrorHandler(app: FastifyInstance): Promise<void> {
  const headers = await headersOfProblems(app);
  const refuse = (socket: Duplex, code: ErrorCode) => {
    // A sender that goes on talking shall not keep its answer from leaving.
    socket.resume();
    socket.end(protocolErrorReply(code, headers));
    setTimeout(() => socket.destroy(), readingMilliseconds).unref();
  };
  app.server.removeAllListeners('clientError');
  app.server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET' || isBeingAnswered(socket)) socket.destroy();
    else refuse(socket, causes[error.code ?? ''] ?? 'request.unreadable');
  });
  app.server.on('connect', (_request, socket) => refuse(socket, 'path.notFound'));
  app.server.on('checkExpectation', ({ socket }) => refuse(socket, 'request.unreadable'));
}

async function headersOfProblems(app: FastifyInstance): Promise<[string, string][]> {
  const { headers } = await app.inject('/api/unreadable');
  const own = ['content-length', 'connection', 'date'];
  return Object.entries(headers)
    .filter(([name]) => !own.includes(name))
    .map(([name, value]) => [name, String(value)]);
}

/** Nobody can be asked for a language here: French, as wherever none is asked for. */
function protocolErrorReply(code: ErrorCode, headers: readonly [string, string][]): string {
  const problem = problemOf(new AppError(code), 'fr');
  const body = JSON.stringify(problem);
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}

/** Two answers in one would be none. Node goes by the same field. */
function isBeingAnswered(socket: Duplex & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}
