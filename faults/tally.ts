import { percentile } from '../bench/measure/observe.ts';
import type { History } from './history/history.ts';
import type { PostFigures } from './mail/postBook.ts';

/** Counters and disagreements of a fault. */
export class Tally {
  readonly wrong: string[] = [];
  readonly #figures = new Map<string, number>();
  readonly #times = new Map<string, number[]>();

  add(what: string, count = 1): void {
    this.#figures.set(what, (this.#figures.get(what) ?? 0) + count);
  }

  /** A duration in milliseconds. */
  took(what: string, milliseconds: number): void {
    this.#times.set(what, [...(this.#times.get(what) ?? []), milliseconds]);
  }

  disagree(...faults: readonly string[]): void {
    this.wrong.push(...faults);
  }

  /** @param isMeant whether it holds; `what` is reported otherwise */
  expect(isMeant: boolean, what: string): void {
    if (!isMeant) this.disagree(what);
  }

  /** Counts the final states of all operations; call it after everything has been read back. */
  close({ entries }: History): void {
    for (const { state, found } of entries) {
      this.add('writes sent');
      if (state === 'acknowledged') this.add('acknowledged');
      if (state === 'acknowledged' && found === 'whole') this.add('of these found');
      if (state === 'unknown')
        this.add(found === 'whole' ? 'unknown and wholly there' : 'unknown and not there');
      if (state === 'refused') this.add('refused');
    }
  }

  post({ expected, arrived, doubled, onTheLine, wrong }: PostFigures): void {
    this.add('mails due', expected);
    this.add('arrived', arrived);
    this.add('doubled', doubled);
    this.add('were on the line', onTheLine);
    this.disagree(...wrong);
  }

  lines(): string[] {
    const figures = [...this.#figures].map(([what, count]) => `${count} ${what}`);
    const times = [...this.#times].map(([what, times]) => {
      const sorted = times.toSorted((a, b) => a - b);
      const ms = (share: number) => `${Math.round(percentile(sorted, share))} ms`;
      return `${what}: p50 ${ms(0.5)}, p99 ${ms(0.99)}, longest ${ms(1)}`;
    });
    return [figures.join(', '), ...times].filter(Boolean);
  }
}
