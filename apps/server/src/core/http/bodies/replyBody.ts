import type { Endpoint, ReplyOf, Schema } from '@guichet/contract/core/endpoint';
import { encodeReply } from './encodeReply.ts';

export interface FileReply {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** A picture. `isNamed`: the URL contains the version, so caches may keep the picture for ever. */
export interface ImageReply {
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly isNamed: boolean;
}

/** The value that a handler returns, by the endpoint's kind of reply. */
export type ReplyValue<E extends Endpoint> = E['reply'] extends { kind: 'file' }
  ? FileReply
  : E['reply'] extends { kind: 'image' }
    ? ImageReply
    : E['reply'] extends { kind: 'events' }
      ? AsyncIterable<ReplyOf<E>>
      : ReplyOf<E>;

export async function* eventLines(schema: Schema, values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `data: ${JSON.stringify(encodeReply(schema, value))}\n\n`;
}
