import type { Stage } from './stage/stage.ts';

/** A row of the table: the product's result and its target. */
export interface Result {
  readonly job: string;
  /** In `unit`. */
  readonly product: number;
  /** The result without the product, in the same unit; null when the target is absolute. */
  readonly limit: { readonly what: string; readonly value: number } | null;
  readonly unit: string;
  /** Product to limit; null without a limit. */
  readonly ratio: number | null;
  /** The target ratio or figure, as text. */
  readonly target: string;
  readonly isReached: boolean;
  readonly note?: string | undefined;
  /** For a missed target: the attempts, their results and the bottleneck. Shown only then. */
  readonly bound?: string | undefined;
}

/** Cost against size: one line per measurement, plotted and printed as a table. */
export interface Plot {
  /** The file's name, without extension. */
  readonly name: string;
  readonly title: string;
  readonly sizes: string;
  readonly unit: string;
  readonly lines: readonly {
    readonly label: string;
    readonly points: readonly (readonly [number, number])[];
  }[];
  readonly note?: string | undefined;
}

export interface Outcome {
  readonly results: readonly Result[];
  readonly plots?: readonly Plot[];
}

export interface Row {
  /** For `npm run bench -- NAME`. */
  readonly name: string;
  run(stage: Stage): Promise<Outcome>;
}

interface Measured {
  readonly job: string;
  readonly product: number;
  readonly unit: string;
  readonly note?: string | undefined;
  readonly bound?: string | undefined;
}

/** With a limit measured in the same run: their ratio must be at least, or at most, the given one. */
export function beside(
  of: Measured & { readonly limit: NonNullable<Result['limit']> } & (
      | { readonly atLeast: number }
      | { readonly atMost: number }
    ),
): Result {
  const { job, product, unit, note, bound, limit } = of;
  const ratio = product / limit.value;
  const isReached = 'atLeast' in of ? ratio >= of.atLeast : ratio <= of.atMost;
  const target = 'atLeast' in of ? `≥ ${of.atLeast}` : `≤ ${of.atMost}`;
  return { job, product, limit, unit, ratio, target, isReached, note, bound };
}

/** A figure with an absolute target, on any machine. */
export function within(of: Measured & ({ readonly atMost: number } | { readonly atLeast: number })): Result {
  const { job, product, unit, note, bound } = of;
  const isReached = 'atLeast' in of ? product >= of.atLeast : product <= of.atMost;
  const target = 'atLeast' in of ? `≥ ${of.atLeast} ${unit}` : `≤ ${of.atMost} ${unit}`;
  return { job, product, limit: null, unit, ratio: null, target, isReached, note, bound };
}
