import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** A request whose body stalls for this long does not delay shutdown. */
const stalledMilliseconds = 1000;
const lookMilliseconds = 250;

interface Received {
  bytes: number;
  since: number;
}

export type Connections = ReturnType<typeof watchConnections>;

/** Tracks the state of every connection; Node's server closes only idle connections. */
export function watchConnections(server: Server) {
  const requests = new Map<Socket, IncomingMessage | null>();
  server.on('connection', (socket: Socket) => {
    requests.set(socket, null);
    socket.once('close', () => requests.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    if (!requests.has(socket)) return;
    requests.set(socket, request);
    response.once('close', () => {
      if (requests.get(socket) === request) requests.set(socket, null);
    });
  });

  const received = new Map<Socket, Received>();
  function look(): void {
    for (const [socket, request] of requests) {
      if (request !== null) {
        if (!request.complete && isStalled(received, socket)) socket.destroy();
      } else if (socket.writableEnded) socket.destroy();
      // Ends gracefully, since the last answer may still be on its way.
      else socket.end();
    }
  }
  return {
    /**
     * Closes connections without a complete request until none is left: idle connections and partial headers
     * at once, partial bodies when they stall. Running requests finish.
     */
    release(): void {
      look();
      setInterval(look, lookMilliseconds).unref();
    },
    destroyAll(): void {
      for (const socket of requests.keys()) socket.destroy();
    },
  };
}

function isStalled(received: Map<Socket, Received>, socket: Socket): boolean {
  const before = received.get(socket);
  const now = performance.now();
  if (before?.bytes === socket.bytesRead) return now - before.since >= stalledMilliseconds;
  received.set(socket, { bytes: socket.bytesRead, since: now });
  return false;
}
