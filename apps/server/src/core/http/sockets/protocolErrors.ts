import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '@guichet/contract/core/errors';
import type { FastifyInstance } from 'fastify';
import { AppError, describeProblem } from '../../runtime/errors.ts';

const causes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'request.headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.tooSlow',
};
/** The client's time to read the answer before the connection is closed. */
const readingMilliseconds = 1000;

/**
 * Answers requests that Node refuses before the framework (partial header, two lengths, slow client, CONNECT)
 * with the same problem document and headers as other failures. Call when `app` is ready.
 */
export async function addProtocolErrorHandler(app: FastifyInstance): Promise<void> {
  const headers = await headersOfProblems(app);
  const refuse = (socket: Duplex, code: ErrorCode) => {
    // Keeps reading, or a client that keeps sending does not receive the answer.
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

/** Always French, since Accept-Language is unknown here. */
function protocolErrorReply(code: ErrorCode, headers: readonly [string, string][]): string {
  const problem = describeProblem(new AppError(code), 'fr');
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

/** Whether an answer is being sent, into which no other may be written. Node checks the same field. */
function isBeingAnswered(socket: Duplex & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}
