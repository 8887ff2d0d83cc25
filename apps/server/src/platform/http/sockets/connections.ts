import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** A request whose body stops coming for so long holds up no stop. */
const stalledMilliseconds = 1000;
const lookMilliseconds = 250;

export interface Connections {
  /**
   * Lets go, until all are gone, of every connection that carries no whole request: those that have sent nothing or half
   * a header at once, one with half a body when nothing more of it comes. Those that are being answered stay.
   */
  release(): void;
  /** Ends what is left, whatever it does. */
  destroyAll(): void;
}

interface Received {
  bytes: number;
  since: number;
}

/** Knows what each connection is doing, which Node's own server only tells of those between two requests. */
export function watchConnections(server: Server): Connections {
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
      // What it was answered last may still be on its way.
      else socket.end();
    }
  }
  return {
    release() {
      look();
      setInterval(look, lookMilliseconds).unref();
    },
    destroyAll() {
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
