/** What the main thread and the thread of the embedded database say to each other. */

export interface WorkerStart {
  /** Where PostgreSQL's files lie. */
  readonly directory: string;
}

/** Messages of PostgreSQL's wire protocol, one after the other, in a buffer of their own that can change hands. */
export type Run = Uint8Array<ArrayBuffer>;

/** Each run is answered by one run, `copyTo` by `copied`. After `close` the thread ends. */
export type ToWorker = Run | 'close' | { readonly copyTo: string };

/** `ready` comes before all else; `trouble` is for the operator; `died` says why no answer will come any more; `copied` when a copy is whole. */
export type FromWorker =
  | Run
  | 'ready'
  | { readonly died: string }
  | { readonly trouble: string }
  | { readonly copied: Copied };

/** How long others waited at most while the files were copied, in milliseconds; or what went wrong. */
export type Copied = { readonly pause: number } | { readonly failed: string };

/** The parts of a run as one. */
export function joinRun(parts: Uint8Array[]): Run {
  const run = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    run.set(part, offset);
    offset += part.length;
  }
  return run;
}
