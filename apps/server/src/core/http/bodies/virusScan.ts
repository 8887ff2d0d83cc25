import { connect } from 'node:net';
import type { Config } from '../../runtime/config.ts';
import { AppError } from '../../runtime/errors.ts';
import type { Log } from '../../runtime/log.ts';

/** Resolves for a clean file. @throws AppError `upload.infected`, `upload.notScanned` */
export type Scan = (bytes: Buffer) => Promise<void>;

/** How long the scanner may take to answer, in milliseconds. */
const timeoutMilliseconds = 30_000;
const chunkBytes = 64 * 1024;
const maxReplyLength = 4096;

/** Scans uploads with the clamd of the settings; without clamd, every file passes. */
export function openVirusScan({ clamdUrl }: Config, log: Log): Scan {
  if (clamdUrl === null) return async () => undefined;
  const { hostname, port } = new URL(clamdUrl);
  return async (bytes) => {
    const reply = await askClamd(hostname.replace(/^\[|\]$/g, ''), Number(port || 3310), bytes);
    if (reply === 'stream: OK') return;
    const name = /^stream: (\S{1,200}) FOUND$/.exec(reply)?.[1];
    log.warn({ reply: name ?? 'none' }, 'upload refused by the virus scanner');
    throw name === undefined
      ? new AppError('upload.notScanned')
      : new AppError('upload.infected', { params: { name } });
  };
}

/** The command INSTREAM of clamd(8): chunks with their lengths, an empty last. Returns '' without a reply. */
function askClamd(host: string, port: number, bytes: Buffer): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(port, host);
  let reply = '';
  socket.setTimeout(timeoutMilliseconds, () => socket.destroy());
  socket.setEncoding('latin1').on('data', (text: string) => {
    reply += text;
    if (reply.includes('\0') || reply.length > maxReplyLength) socket.destroy();
  });
  // Any connection error refuses the file.
  socket.on('error', () => resolve(''));
  socket.on('close', () => resolve(reply.split('\0', 1)[0]?.trim() ?? ''));
  socket.on('connect', () => {
    socket.write('zINSTREAM\0');
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const chunk = bytes.subarray(at, at + chunkBytes);
      socket.write(lengthOf(chunk.length));
      socket.write(chunk);
    }
    socket.write(lengthOf(0));
  });
  return promise;
}

function lengthOf(count: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(count);
  return length;
}
