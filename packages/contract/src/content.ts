import * as z from 'zod/mini';
import { endpoint, json, outcome } from './core/endpoint.ts';
import { contentLanguageId } from './core/language.ts';
import { instant, ofSystem, systemId } from './core/wire.ts';

/** Labels that pages show before sign-in; every seeded system has them (S3.12). */
export const publicLabels = ['Title', 'WelcomeMessage', 'TechDiff'] as const;

export const ContentItem = z.object({
  systemId: z.int(),
  label: z.string(),
  languageId: contentLanguageId,
  content: z.string(),
});
export type ContentItem = z.output<typeof ContentItem>;

/** As its editors see it. `savedAt` also tells one version from another: it moves only when the text does. */
export const WrittenContent = z.extend(ContentItem, { savedAt: instant });
export type WrittenContent = z.output<typeof WrittenContent>;

/** What a save of an older version is told: what stands there now, and who saved it. Nothing was written. */
export const ContentEditConflict = z.object({
  outcome: z.literal('changedMeanwhile'),
  current: z.object({
    /** Null where the label is there no more. */
    content: z.nullable(z.string()),
    savedAt: z.nullable(instant),
    /** Null where the program itself wrote it. */
    savedBy: z.nullable(z.string()),
  }),
});
export type ContentEditConflict = z.output<typeof ContentEditConflict>;

/** The text as it is after a save, or why it was not saved. */
export const contentOutcome = outcome(z.union([ContentEditConflict, WrittenContent]), (reply) => ({
  status: 'outcome' in reply ? 409 : 200,
}));

/**
 * Texts of the interface that a system may word in its own way (S1.4): a content item of this label, when it is not
 * empty, wins over the text of the same key on that system's pages.
 */
export const interfaceLabels = ['Import.Success'] as const;

/** Labels are names in code and in addresses: a letter, then letters, digits, dots. */
export const Label = z
  .string()
  .check(z.trim(), z.minLength(1, 'required'), z.regex(/^(?:[A-Za-z][A-Za-z0-9.]{0,63})?$/, 'label'));

/** The most characters of a text; a title stands in one line of tables and mails. */
export function contentLimit(label: string): number {
  return label.toLowerCase() === 'title' ? 150 : 5000;
}

/** The message key of what is wrong with a text; null when it can be saved. */
export function contentFault(label: string, content: string): 'maxLength' | 'oneLine' | null {
  const text = content.trim();
  if (text.length > contentLimit(label)) return 'maxLength';
  return label.toLowerCase() === 'title' && /[\r\n]/.test(text) ? 'oneLine' : null;
}

export const findContent = endpoint({
  method: 'GET',
  path: '/api/SystemContent/:systemId/:languageId/:key',
  summary: 'The content of one public label in one language: a list of one, or of none.',
  access: 'public',
  params: z.object({ systemId, languageId: contentLanguageId, key: z.string().check(z.maxLength(64)) }),
  reply: json(z.array(ContentItem)),
});

export const listContent = endpoint({
  method: 'GET',
  path: '/api/SystemContent/:systemId',
  summary: 'Every content item of a system, in both languages.',
  access: { level: 'admin' },
  params: ofSystem,
  reply: json(z.array(WrittenContent)),
});

/**
 * What the body repeats of the path is not read. `savedAt` is that of the text that was edited, null where
 * there was none; when another one has been saved since, the answer is 409 and nothing is overwritten.
 */
export const saveContent = endpoint({
  method: 'POST',
  path: '/api/SystemContent/:systemId/:languageId/:label',
  summary: 'Saves the text of a label in one language; a label that is not there yet is made.',
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

export const removeContent = endpoint({
  method: 'DELETE',
  path: '/api/SystemContent/:systemId/:label',
  summary: 'Removes a label in both languages; false when it was not there. The public ones stay.',
  access: { level: 'admin' },
  params: z.object({ systemId, label: Label }),
  reply: json(z.boolean()),
});
