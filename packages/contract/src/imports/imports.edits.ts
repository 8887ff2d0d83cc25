import * as z from 'zod/mini';
import { nameOrders } from './imports.columns.ts';

/** The most lines that can be put aside, and the most cells that can be corrected, in one import. */
export const setAsideMax = 5_000;
export const correctionsMax = 1_000;
const correctionMaxLength = 500;
const setAsideTextMaxLength = 200_000;
const correctionsTextMaxLength = 100_000;

const line = z.int().check(z.minimum(1));
const lineOfSheet = z.object({ line, sheet: z.optional(z.string()) });

/** A line of the list; `sheet` where several sheets are read. */
export type LineOfSheet = z.infer<typeof lineOfSheet>;

const Correction = z.object({
  line,
  sheet: z.optional(z.string()),
  field: z.string(),
  text: z.string().check(z.maxLength(correctionMaxLength)),
});
/** A cell that somebody has typed anew: the text of a field in a line. */
export type Correction = z.infer<typeof Correction>;

/** Lines put aside, as a form sends them: JSON, such as `[14,{"line":3,"sheet":"Groupe B"}]`. */
export const setAsideLines = jsonList(
  z.union([line, lineOfSheet]),
  z.array(lineOfSheet).check(z.maxLength(setAsideMax)),
  setAsideTextMaxLength,
  (entry) => (typeof entry === 'number' ? { line: entry } : entry),
);

/** Corrected cells, as a form sends them: JSON, such as `[{"line":14,"field":"email","text":"zoe@example.ca"}]`. */
export const corrections = jsonList(
  Correction,
  z.array(Correction).check(z.maxLength(correctionsMax)),
  correctionsTextMaxLength,
  (entry) => entry,
);

function jsonList<E extends z.core.$ZodType, L extends z.ZodMiniArray>(
  entry: E,
  list: L,
  maxLength: number,
  of: (entry: z.output<E>) => z.input<L>[number],
) {
  const entries = z.array(entry);
  return z.codec(z.string().check(z.maxLength(maxLength, 'tooLong')), list, {
    decode: (wire, context) => {
      const read = entries.safeParse(parse(wire));
      if (read.success) return read.data.map(of) as z.input<L>;
      context.issues.push({ code: 'custom', input: wire, message: 'invalid' });
      return z.NEVER;
    },
    encode: (lines) => JSON.stringify(lines),
  });
}

function parse(wire: string): unknown {
  try {
    return JSON.parse(wire);
  } catch {
    return null;
  }
}

export const leaverAnswers = ['leaveOut', 'take'] as const;
export type LeaverAnswer = (typeof leaverAnswers)[number];

/** The most people who have left that a report names. */
export const leaversMax = 1_000;

/** A line of the file; `sheet` where several sheets are read. */
export const place = { line: z.int(), sheet: z.optional(z.string()) };

export const leftOutOnRequest = {
  /** People who have left by what their line says; absent for a list that says so of nobody. */
  leavers: z.optional(
    z.object({
      count: z.int(),
      answer: z.enum([...leaverAnswers, 'unanswered']),
      /** The first of them; `column`: the heading of the cell that says so, null for a line struck through. */
      people: z.array(
        z.object({
          ...place,
          name: z.string(),
          email: z.string(),
          column: z.nullable(z.string()),
          text: z.string(),
        }),
      ),
    }),
  ),
  /** Whole names without a comma that were split, in the chosen order or, with null, by last names in capitals; absent without either. */
  splitNames: z.optional(
    z.object({
      order: z.nullable(z.enum(nameOrders)),
      count: z.int(),
      samples: z.array(z.object({ firstName: z.string(), lastName: z.string() })),
    }),
  ),
  /** The lines that were put aside on request, each with its person; absent without any. */
  setAside: z.optional(z.array(z.object({ ...place, name: z.string(), email: z.string() }))),
  /** The cells that were corrected on request; absent without any. The texts of a confidential field are empty. */
  corrected: z.optional(
    z.array(z.object({ ...place, field: z.string(), before: z.string(), after: z.string() })),
  ),
};
