import * as z from 'zod/mini';
import { endpoint, instant, json, outcome, systemId } from '../core/endpoint.ts';
import { contentLanguageId } from '../core/language.ts';

/** Labels that pages show before sign-in; every seeded system has them (S3.12). */
export const publicLabels = ['Title', 'WelcomeMessage', 'TechDiff'] as const;

export const ContentItem = z.object({
  systemId: z.int(),
  label: z.string(),
  languageId: contentLanguageId,
  content: z.string(),
});
export type ContentItem = z.output<typeof ContentItem>;

/** A text as its editors see it. `savedAt` also identifies the version, since only a new text changes it. */
export const WrittenContent = z.extend(ContentItem, { savedAt: instant });
export type WrittenContent = z.output<typeof WrittenContent>;

/** The reply to a save of an outdated version: the stored text and who saved it. Nothing was written. */
export const ContentEditConflict = z.object({
  outcome: z.literal('changedMeanwhile'),
  current: z.object({
    /** Null when the label was removed. */
    content: z.nullable(z.string()),
    savedAt: z.nullable(instant),
    /** Null when the application itself wrote the text. */
    savedBy: z.nullable(z.string()),
  }),
});
export type ContentEditConflict = z.output<typeof ContentEditConflict>;

/** The text after a save, or why it was not saved. */
export const contentOutcome = outcome(z.union([ContentEditConflict, WrittenContent]), (reply) => ({
  status: 'outcome' in reply ? 409 : 200,
}));

/** Interface texts that a system may override (S1.4): a non-empty content item with this label replaces the text. */
export const interfaceLabels = ['Import.Success'] as const;

/** A label is used in code and in addresses: a letter, then letters, digits, dots. */
export const Label = z
  .string()
  .check(z.trim(), z.minLength(1, 'required'), z.regex(/^(?:[A-Za-z][A-Za-z0-9.]{0,63})?$/, 'label'));

/** The most characters of a text. A title is shorter, since it stands on one line in tables and mails. */
export function contentLimit(label: string): number {
  return label.toLowerCase() === 'title' ? 150 : 5000;
}

/** The message key of the fault of a text; null for a valid text. */
export function contentFault(label: string, content: string): 'maxLength' | 'oneLine' | null {
  const text = content.trim();
  if (text.length > contentLimit(label)) return 'maxLength';
  return label.toLowerCase() === 'title' && /[\r\n]/.test(text) ? 'oneLine' : null;
}

export const findContent = endpoint('GET /api/SystemContent/:systemId/:languageId/:key', {
  summary: 'Returns one public label in one language, as a list of at most one item.',
  access: 'public',
  params: z.object({ systemId, languageId: contentLanguageId, key: z.string().check(z.maxLength(64)) }),
  reply: json(z.array(ContentItem)),
});

export const listContent = endpoint('GET /api/SystemContent/:systemId', {
  summary: 'Lists all content items of a system, in both languages.',
  access: { level: 'admin' },
  reply: json(z.array(WrittenContent)),
});

/**
 * The ids in the body are ignored; the path counts. `savedAt` is that of the text that was edited, null for a
 * new label. If a newer text was saved meanwhile, the reply is 409 and nothing is overwritten.
 */
export const saveContent = endpoint('POST /api/SystemContent/:systemId/:languageId/:label', {
  summary: 'Saves the text of a label in one language; creates the label when it does not exist.',
  access: { level: 'admin' },
  params: z.object({ systemId, languageId: contentLanguageId, label: Label }),
  bodyBytes: 48 * 1024,
  body: json(
    z.object({
      systemId: z.optional(z.unknown()),
      label: z.optional(z.unknown()),
      languageId: z.optional(z.unknown()),
      content: z.string('required').check(z.maxLength(5000, 'maxLength')),
      savedAt: z.optional(z.nullable(instant)),
    }),
  ),
  reply: contentOutcome,
});

export const removeContent = endpoint('DELETE /api/SystemContent/:systemId/:label', {
  summary: 'Removes a label in both languages; false when it did not exist. Public labels cannot be removed.',
  access: { level: 'admin' },
  params: z.object({ systemId, label: Label }),
  reply: json(z.boolean()),
});
