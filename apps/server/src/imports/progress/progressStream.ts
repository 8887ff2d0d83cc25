import type { Progress } from '@guichet/contract/imports/imports.progress';

interface Watched {
  readonly importId: string;
  readonly userId: number;
  readonly sessionId: string;
}

export type ProgressStream = ReturnType<typeof openStream>;

/** The events of an import for a reader; sends each state once. */
export function openStream(watched: Watched) {
  const waiting: Progress[] = [];
  let told = '';
  let since = performance.now();
  let isOver = false;
  let wake = () => {};
  return {
    ...watched,
    tell(progress: Progress) {
      const text = JSON.stringify(progress);
      if (text === told) return;
      told = text;
      since = performance.now();
      // A slow reader gets only the last state.
      waiting[0] = progress;
      wake();
    },
    /** Milliseconds since the last change. */
    stillFor: () => performance.now() - since,
    end() {
      isOver = true;
      wake();
    },
    async *values(): AsyncGenerator<Progress> {
      for (;;) {
        const next = waiting.shift();
        if (next) yield next;
        else if (isOver) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}
