import * as z from 'zod/mini';
import table from './errors.json' with { type: 'json' };

interface ErrorText {
  readonly status: number;
  readonly fr: string;
  readonly en: string;
}

export type ErrorCode = keyof typeof table;

/**
 * Every error code, with its HTTP status and its text in both languages. `{name}` marks a parameter. S8.5 demands
 * the exact wording of `user.alreadyExists`, in both languages.
 */
export const errors: Readonly<Record<ErrorCode, ErrorText>> = table;
export type ErrorParams = Readonly<Record<string, string | number>>;

/** A rejected field: its path and the message key of S5 (`required`, `email`, …). */
export const FieldFault = z.object({ path: z.string(), messageKey: z.string() });
export type FieldFault = z.infer<typeof FieldFault>;

/** The body of every error reply (RFC 9457, readings §3). */
export const Problem = z.object({
  type: z.literal('about:blank'),
  status: z.int(),
  title: z.string(),
  detail: z.string(),
  code: z.string(),
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  errors: z.optional(z.array(FieldFault)),
});
export type Problem = z.infer<typeof Problem>;

/** Replaces `{name}` marks by parameters; a mark without a parameter stays. */
export function fillParams(text: string, params: ErrorParams = {}): string {
  return text.replace(/\{(\w+)\}/g, (mark, name: string) => String(params[name] ?? mark));
}
