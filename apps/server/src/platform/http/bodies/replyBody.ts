import type { Endpoint, ReplyOf, Schema } from '@guichet/contract/core/endpoint';
import * as z from 'zod/mini';

export interface FileReply {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** A picture. `isNamed`: the address names this very version, so caches may keep it for ever. */
export interface ImageReply {
  readonly contentType: string;
  readonly bytes: Buffer;
  readonly isNamed: boolean;
}

/** What a handler answers, by the kind of reply that its endpoint states. */
export type ReplyValue<E extends Endpoint> = E['reply'] extends { kind: 'file' }
  ? FileReply
  : E['reply'] extends { kind: 'image' }
    ? ImageReply
    : E['reply'] extends { kind: 'events' }
      ? AsyncIterable<ReplyOf<E>>
      : ReplyOf<E>;

/** The wire form of a reply. Fields that the schema does not name are left behind, so nothing leaks by accident. */
export function encodeReply(schema: Schema, value: unknown): unknown {
  return z.encode(schema, value as never);
}

export async function* eventLines(schema: Schema, values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `data: ${JSON.stringify(encodeReply(schema, value))}\n\n`;
}
