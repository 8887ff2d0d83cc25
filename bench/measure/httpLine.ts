import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Reply {
  readonly status: number;
  /** Status line and headers, as they came. */
  readonly head: string;
  readonly body: Buffer;
}

/** A keep-alive connection that sends one request after the other. */
export interface Line {
  ask(request: Request): Promise<Reply>;
  close(): void;
}

interface Waiting {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

const endOfHead = Buffer.from('\r\n\r\n');

/** Milliseconds without a byte after which a response counts as lost. */
const silenceMs = 60_000;

/**
 * A minimal HTTP client, so that measuring takes little CPU: responses with a length, no encodings. @throws for a
 * response without one, or a closed connection
 */
export async function openLine(url: string): Promise<Line> {
  const { protocol, hostname, port, host } = new URL(url);
  const isSecure = protocol === 'https:';
  const place = {
    host: hostname === 'localhost' ? '127.0.0.1' : hostname,
    port: Number(port || (isSecure ? 443 : 80)),
  };
  const socket = isSecure ? connectSecurely({ ...place, servername: hostname }) : connect(place);
  socket.setNoDelay(true);
  socket.setTimeout(silenceMs, () => socket.destroy(new Error(`no byte came within ${silenceMs} ms`)));
  await once(socket, isSecure ? 'secureConnect' : 'connect');
  let waiting: Waiting | null = null;
  let received: Buffer = Buffer.alloc(0);
  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = null;
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the connection was closed')));
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    try {
      const reply = readReply(received);
      if (!reply) return;
      received = Buffer.alloc(0);
      waiting?.resolve(reply);
      waiting = null;
    } catch (error) {
      fail(error as Error);
    }
  });
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(bytesOf(request, host));
      }),
    close: () => void socket.destroy(),
  };
}

function bytesOf({ method, path, headers = {}, body = '' }: Request, host: string): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  const content = Buffer.from(body);
  if (method === 'POST') lines.push(`content-length: ${content.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]);
}

/** Null while the response is incomplete. */
function readReply(received: Buffer): Reply | null {
  const headLength = received.indexOf(endOfHead);
  if (headLength < 0) return null;
  const head = received.toString('latin1', 0, headLength);
  const length = Number(headerOf({ head }, 'content-length') ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head.slice(0, 200)}`);
  const start = headLength + endOfHead.length;
  if (received.length < start + length) return null;
  return { status: Number(head.slice(9, 12)), head, body: received.subarray(start, start + length) };
}

/** The first header of this name; null without one. */
export function headerOf({ head }: Pick<Reply, 'head'>, name: string): string | null {
  const at = head.toLowerCase().indexOf(`\r\n${name}:`);
  if (at < 0) return null;
  const end = head.indexOf('\r\n', at + 2);
  return head.slice(at + name.length + 3, end < 0 ? undefined : end).trim();
}
