import './zodSettings.ts';
import type { Endpoint, ReplyOf } from '@guichet/contract/core/endpoint';
import * as z from 'zod/mini';
import { CallFailed, readFailure } from './CallFailed.ts';
import type { AnyInput, CallInput } from './input.ts';
import { send } from './send.ts';
import { readText } from './transmit.ts';

/** An endpoint whose reply comes as a whole. */
export type Answering = Endpoint & { reply: { kind: 'json' | 'text' | 'html' } };

/**
 * Calls the server and returns the declared reply. Throws CallFailed for a problem, a missing reply, or a
 * page of some proxy. An abort through `signal` is rethrown as the browser's error.
 */
export function call<E extends Answering>(endpoint: E, ...[input]: InputOf<E>): Promise<ReplyOf<E>> {
  return callWith(endpoint, input ?? {});
}

/** The same for an input whose type was checked before. */
export async function callWith<E extends Answering>(endpoint: E, input: AnyInput): Promise<ReplyOf<E>> {
  const answer = await send(endpoint, input);
  const text = await readText(answer, input);
  const { reply } = endpoint;
  if (reply.kind !== 'json') {
    if (answer.ok) return text as ReplyOf<E>;
    throw readFailure(answer, parseJson(text));
  }

  if (answer.ok && text.length > longReply) {
    const { decodeInParts } = await import('./bodies/decodeInParts.ts');
    const decoded = await decodeInParts(reply.schema, text, input.signal);
    if (decoded.success) return decoded.data as ReplyOf<E>;
    throw new CallFailed({ status: answer.status, code: 'unreadable' });
  }
  const body = parseJson(text);
  // Declared outcomes may have any status; the body names the outcome.
  if (answer.ok || reply.answer) {
    const decoded = z.safeDecode(reply.schema, body as z.input<typeof reply.schema>);
    if (decoded.success) return decoded.data as ReplyOf<E>;
  }
  if (answer.ok) throw new CallFailed({ status: answer.status, code: 'unreadable' });
  throw readFailure(answer, body);
}

/** The input as the last argument, which may be left out where nothing in it is required. */
export type InputOf<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

/** The longest reply in characters that is decoded within a frame. */
const longReply = 500_000;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
