import * as z from 'zod/mini';
import { type Language, languages } from '../core/language.ts';

export const noteLimit = 500;

const note = z.string().check(z.trim(), z.maxLength(noteLimit, 'maxLength'));

/**
 * The note that a sender adds to a mail about a change, a cancellation, its end or a removal, by the language of
 * readers: plain text, a paragraph of its own. Absent or '': no note, even where the other language has one.
 */
export const noteFields = { noteFr: z.optional(note), noteEn: z.optional(note) };

export const NoticeNotes = z.object(noteFields);
export type NoticeNotes = z.infer<typeof NoticeNotes>;

export function noteIn(language: Language, { noteFr = '', noteEn = '' }: NoticeNotes): string {
  return language === 'fr' ? noteFr : noteEn;
}

export function hasNote(notes: NoticeNotes): boolean {
  return languages.some((language) => noteIn(language, notes).trim() !== '');
}

export function isNoteTooLong(language: Language, notes: NoticeNotes): boolean {
  return noteIn(language, notes).trim().length > noteLimit;
}

export function areNotesSendable(notes: NoticeNotes): boolean {
  return !languages.some((language) => isNoteTooLong(language, notes));
}
