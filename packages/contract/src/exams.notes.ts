import * as z from 'zod/mini';
import type { Language } from './core/language.ts';

/** The most characters of a note. */
export const noteLimit = 500;

const note = z.string().check(z.trim(), z.maxLength(noteLimit, 'maxLength'));

/**
 * What the sender of a mail about a cancellation, its end or a removal adds to it, by the language of readers: plain text, a
 * paragraph of its own. Absent or '': nothing, also where the other language has a note.
 */
export const noteFields = { noteFr: z.optional(note), noteEn: z.optional(note) };

const NoticeNotes = z.object(noteFields);
export type NoticeNotes = z.infer<typeof NoticeNotes>;

export function noteIn(language: Language, { noteFr = '', noteEn = '' }: NoticeNotes): string {
  return language === 'fr' ? noteFr : noteEn;
}
