import '../zodSettings.ts';
import type { Endpoint, ReplyOf } from '@guichet/contract/core/endpoint';
import * as z from 'zod/mini';
import { CallFailed, readFailure } from '../CallFailed.ts';
import type { CallInput } from '../input.ts';
import { send } from '../send.ts';

type Streaming = Endpoint & { reply: { kind: 'events' } };

/** The decoded server-sent events of an endpoint. Uses fetch, because EventSource cannot send a token. */
export async function* stream<E extends Streaming>(
  endpoint: E,
  input: CallInput<E>,
): AsyncGenerator<ReplyOf<E>> {
  const answer = await send(endpoint, input);
  if (!answer.ok || !answer.body) throw readFailure(answer, await answer.json().catch(() => undefined));
  for await (const data of eventData(answer.body)) {
    const decoded = z.safeDecode(endpoint.reply.schema, JSON.parse(data));
    if (!decoded.success) throw new CallFailed({ status: answer.status, code: 'unreadable' });
    yield decoded.data as ReplyOf<E>;
  }
}

/** The data of each event in a text/event-stream; skips comments, which keep the connection open. */
async function* eventData(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (pending + value.replaceAll('\r\n', '\n')).split('\n\n');
      pending = blocks.pop() ?? '';
      for (const block of blocks) {
        const lines = block.split('\n').filter((line) => line.startsWith('data:'));
        if (lines.length > 0) yield lines.map((line) => line.slice(5).trimStart()).join('\n');
      }
    }
  } finally {
    await reader.cancel();
  }
}
