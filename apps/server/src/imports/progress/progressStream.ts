import type { Progress } from '@guichet/contract/imports';

export interface Watched {
  readonly importId: string;
  readonly userId: number;
  readonly sessionId: string;
}

/** The event stream of one import to one reader; sends each state once. */
export interface ProgressStream extends Watched {
  tell(progress: Progress): void;
  /** Milliseconds since the last change. */
  stillFor(): number;
  end(): void;
  values(): AsyncGenerator<Progress>;
}

export function openStream(watched: Watched): ProgressStream {
  const waiting: Progress[] = [];
  let told = '';
  let since = performance.now();
  let isOver = false;
  let wake = () => {};
  return {
    ...watched,
    tell(progress) {
      const text = JSON.stringify(progress);
      if (text === told) return;
      told = text;
      since = performance.now();
      // A slow reader gets the last state only.
      waiting[0] = progress;
      wake();
    },
    stillFor: () => performance.now() - since,
    end() {
      isOver = true;
      wake();
    },
    async *values() {
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
