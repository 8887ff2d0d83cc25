import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Shorter bodies have arrived before they could be refused. */
const shortBytes = 64 * 1024;
/** Time for the client to read the answer before the connection is closed. */
const readingMilliseconds = 1000;

/** Closes the connection after an answer to a long body that was not read, once the client could read the answer. */
export function leaveUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isLongAndUnread(request.raw)) {
      reply.header('connection', 'close');
      const { socket } = request.raw;
      socket.destroySoon = () => {
        socket.end();
        // Node would drain the body, which costs as much as reading it.
        setImmediate(() => socket.pause());
        setTimeout(() => socket.destroy(), readingMilliseconds).unref();
      };
    }
    done(null, payload);
  });
}

function isLongAndUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > shortBytes;
}
