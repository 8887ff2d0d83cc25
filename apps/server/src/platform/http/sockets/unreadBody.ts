import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Less than that has come before anybody could have refused it. */
const shortBytes = 64 * 1024;
/** How long a refused sender may take to read why. */
const readingMilliseconds = 1000;

/**
 * Whoever is answered while a long body is still on its way is not listened to until its end: the connection closes,
 * but not before the answer could be read.
 */
export function leaveUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isLongAndUnread(request.raw)) {
      reply.header('connection', 'close');
      const { socket } = request.raw;
      socket.destroySoon = () => {
        socket.end();
        // Node would take the rest of the body off the line, which costs as much as reading it.
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
