import type { Stage } from './stage/stage.ts';

/** One line of the table: what the product reached beside what it is held to. */
export interface Result {
  readonly job: string;
  /** In `unit`. */
  readonly product: number;
  /** What can be reached without the product, in the same unit; null where the wanted figure stands for itself. */
  readonly limit: { readonly what: string; readonly value: number } | null;
  readonly unit: string;
  /** Product to limit; null without a limit. */
  readonly ratio: number | null;
  /** The wanted ratio or figure, in words. */
  readonly tenantScope: string;
  readonly isReached: boolean;
  readonly note?: string | undefined;
  /** For a job that is not reached: the ways tried, what each gave, what bounds it. Shown only then. */
  readonly bound?: string | undefined;
}

/** Cost against size: one line per thing measured, drawn and printed as a table. */
export interface Plot {
  /** The file's name, without ending. */
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

/** Beside a limit measured in the same run: the ratio of both has to be at least, or at most, the one given. */
export function beside(
  of: Measured & { readonly limit: NonNullable<Result['limit']> } & (
      | { readonly atLeast: number }
      | { readonly atMost: number }
    ),
): Result {
  const { job, product, unit, note, bound, limit } = of;
  const ratio = product / limit.value;
  const isReached = 'atLeast' in of ? ratio >= of.atLeast : ratio <= of.atMost;
  const tenantScope = 'atLeast' in of ? `≥ ${of.atLeast}` : `≤ ${of.atMost}`;
  return { job, product, limit, unit, ratio, tenantScope, isReached, note, bound };
}

/** A figure that has to stay within what was asked for, whatever the machine. */
export function within(of: Measured & { readonly atMost: number }): Result {
  const { job, product, unit, note, bound, atMost } = of;
  const isReached = product <= atMost;
  return {
    job,
    product,
    limit: null,
    unit,
    ratio: null,
    tenantScope: `≤ ${atMost} ${unit}`,
    isReached,
    note,
    bound,
  };
}
