import type { Schema } from '@guichet/contract/core/endpoint';
import * as z from 'zod/mini';

/** The minimum length of a part in characters; a part takes some milliseconds to decode. */
const partLength = 100_000;

type Decoded = { readonly success: true; readonly data: unknown } | { readonly success: false };

/**
 * Decodes a long JSON text with `schema` in parts, so that the page can render and scroll between them. A
 * part is some rows of the list at the start of the text; without a list, the whole text. Throws when
 * `signal` aborts.
 */
export async function decodeInParts(schema: Schema, text: string, signal?: AbortSignal): Promise<Decoded> {
  const [opening = '', name = ''] = /^\{"(\w+)":\[/.exec(text) ?? [];
  const list = schema instanceof z.ZodMiniObject ? schema.shape[name] : null;
  if (!(list instanceof z.ZodMiniArray)) return decode(schema, text);

  const rows: unknown[] = [];
  let start = opening.length;
  for (let part = findPart(text, start); part; part = findPart(text, start)) {
    const decoded = z.safeDecode(list, part.rows);
    if (!decoded.success) return decoded;
    for (const row of decoded.data) rows.push(row);
    start = part.next;
    await yieldToPage();
    signal?.throwIfAborted();
  }
  // The remaining text, with the opening bracket, is a complete reply with the last rows.
  const rest = decode(schema, opening + text.slice(start));
  if (!rest.success) return rest;
  const data = rest.data as Record<string, unknown[]>;
  return { success: true, data: { ...data, [name]: rows.concat(data[name]) } };
}

function decode(schema: Schema, text: string): Decoded {
  try {
    return z.safeDecode(schema, JSON.parse(text));
  } catch {
    return { success: false };
  }
}

/** The rows from `start` to the first row boundary after a part's length; null without one soon. */
function findPart(text: string, start: number): { rows: unknown[]; next: number } | null {
  let boundary = start + partLength;
  for (let tries = 0; tries < mostTries; tries++) {
    boundary = text.indexOf('},{', boundary + 1);
    if (boundary < 0) return null;
    try {
      return { rows: JSON.parse(`[${text.slice(start, boundary + 1)}]`), next: boundary + 2 };
    } catch {
      // A match inside a text or a row is no boundary: the text before it is not valid JSON.
    }
  }
  return null;
}

/** After this number of false matches, the rest is decoded at once. */
const mostTries = 20;

/** Lets input and frames go first; without `scheduler`, all waiting tasks. */
function yieldToPage(): Promise<unknown> {
  if ('scheduler' in globalThis) return scheduler.postTask(() => undefined, { priority: 'background' });
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(null);
  }).finally(() => port1.close());
}
