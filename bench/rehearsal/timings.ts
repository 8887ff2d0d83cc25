import { percentile } from '../measure/observe.ts';

/** The steps of a morning in the order of the table; `isLong`: work that nobody expects within half a second. */
export const steps = {
  page: { what: 'sign-in page' },
  files: { what: 'its files' },
  signIn: { what: 'sign-in' },
  wrongPassword: { what: 'wrong password' },
  forgotten: { what: 'forgotten password' },
  newPassword: { what: 'new password by link' },
  landing: { what: 'landing' },
  exams: { what: 'my exams' },
  handOff: { what: 'way to the platform' },
  enter: { what: 'entry on the platform' },
  exam: { what: 'exam page there' },
  renewal: { what: 'renewal of a session' },
  search: { what: 'support: search' },
  history: { what: 'support: a person' },
  link: { what: 'support: link sent' },
  list: { what: 'list of an exam' },
  import: { what: 'import of a list', isLong: true },
  mails: { what: 'mails of the list out', isLong: true },
} as const satisfies Record<string, { readonly what: string; readonly isLong?: true }>;
export type Step = keyof typeof steps;

/** How long each step took from the moment for which it was due, and what went wrong. */
export class Timings {
  readonly #times = new Map<Step, number[]>();
  readonly #errors = new Map<Step, string[]>();

  /** In milliseconds. */
  took(step: Step, milliseconds: number): void {
    const times = this.#times.get(step) ?? [];
    times.push(milliseconds);
    this.#times.set(step, times);
  }

  failed(step: Step, why: string): void {
    this.#errors.set(step, [...(this.#errors.get(step) ?? []), why]);
  }

  count(step: Step): number {
    return this.#times.get(step)?.length ?? 0;
  }

  get errors(): number {
    return [...this.#errors.values()].reduce((all, list) => all + list.length, 0);
  }

  /** The step with the longest 99th percentile, in milliseconds, of those that somebody waits for. */
  slowest(): { readonly step: Step; readonly p99: number } | null {
    const figures = this.#figures().filter(({ step }) => !('isLong' in steps[step]));
    return figures.reduce<(typeof figures)[number] | null>(
      (slowest, one) => (slowest && slowest.p99 >= one.p99 ? slowest : one),
      null,
    );
  }

  /** The lines of a table, and below them each error with its number. */
  table(): string[] {
    const cells = this.#figures().map(({ step, times, errors, p99 }) => {
      const figure = (ms: number) => (times.length === 0 ? '' : String(Math.round(ms)));
      const shares = [percentile(times, 0.5), percentile(times, 0.95), p99, times.at(-1) ?? 0].map(figure);
      return [steps[step].what, String(times.length), ...shares, String(errors)];
    });
    const all = [['step', 'times', 'p50 ms', 'p95', 'p99', 'longest', 'errors'], ...cells];
    const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
    const line = (row: readonly string[]) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)));
    return [...all.map((row) => line(row).join('  ')), ...this.#errorLines()];
  }

  #figures() {
    return (Object.keys(steps) as Step[])
      .map((step) => {
        const times = (this.#times.get(step) ?? []).toSorted((a, b) => a - b);
        const errors = this.#errors.get(step)?.length ?? 0;
        return { step, times, errors, p99: percentile(times, 0.99) };
      })
      .filter(({ times, errors }) => times.length + errors > 0);
  }

  #errorLines(): string[] {
    return [...this.#errors].flatMap(([step, list]) =>
      [...Map.groupBy(list, (why) => why)].map(
        ([why, { length }]) => `${length} times at ${steps[step].what}: ${why}`,
      ),
    );
  }
}
