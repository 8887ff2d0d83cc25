/** Messages between the main thread and the thread of the embedded database. */

/** Wire protocol messages in a buffer of their own, which can be transferred. */
export type Run = Uint8Array<ArrayBuffer>;

/** Each run is answered by one run, `copyTo` by `copied`. `close` ends the thread. */
export type ToWorker = Run | 'close' | { readonly copyTo: string };

/** `ready` comes first; `trouble` is a line for the log; after `died`, the reason, no answer follows; `copied` ends a copy. */
export type FromWorker =
  | Run
  | 'ready'
  | { readonly died: string }
  | { readonly trouble: string }
  | { readonly copied: Copied };

/** How long statements were blocked at most during the copy, in milliseconds; or the error. */
export type Copied = { readonly pause: number } | { readonly failed: string };

export function joinRun(parts: Uint8Array[]): Run {
  const run = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    run.set(part, offset);
    offset += part.length;
  }
  return run;
}
