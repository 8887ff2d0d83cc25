import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** A shorter body has arrived before it can be refused. */
const shortBytes = 64 * 1024;
/** The client's time to read the answer before the connection is closed. */
const readingMilliseconds = 1000;

/** Closes the connection a moment after the answer to a long unread body, so that the client can read it. */
export function leaveUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isLongAndUnread(request.raw)) {
      reply.header('connection', 'close');
      const { socket } = request.raw;
      socket.destroySoon = () => {
        socket.end();
        // Node would drain the body, at the same cost as reading it.
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
