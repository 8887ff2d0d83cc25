import * as z from 'zod/mini';
import { type Language, languages } from '../core/language.ts';

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

/** Whether something is to be added in a language. */
export function hasNote(notes: NoticeNotes): boolean {
  return languages.some((language) => noteIn(language, notes).trim() !== '');
}

/** Whether the note of a language has more characters than it may. */
export function isNoteTooLong(language: Language, notes: NoticeNotes): boolean {
  return noteIn(language, notes).trim().length > noteLimit;
}

/** Whether the notes can be sent. */
export function areNotesSendable(notes: NoticeNotes): boolean {
  return !languages.some((language) => isNoteTooLong(language, notes));
}
