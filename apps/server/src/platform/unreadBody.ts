import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Less than that has come before anybody could have refused it. */
const shortBytes = 64 * 1024;
/** How long a refused sender may take to read why, and how long what she goes on sending is still taken off the line. */
const readingMilliseconds = 1000;
const sendingMilliseconds = 150;

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
        setTimeout(() => socket.pause(), sendingMilliseconds).unref();
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
