import { type Language, languages, otherLanguage } from '../core/language.ts';
import type { Message, MessageText } from './messages.ts';

/** `empty…`: the text would not be sent. `older…`: the text of the other language was changed later. */
export const messageGaps = ['emptyBoth', 'emptyFr', 'emptyEn', 'olderFr', 'olderEn'] as const;
export type MessageGap = (typeof messageGaps)[number];

/** Leaves out `emptyBoth`: whoever empties a reminder in both languages means to send none. */
export const reminderGaps = ['emptyFr', 'emptyEn', 'olderFr', 'olderEn'] as const;
export type ReminderGap = (typeof reminderGaps)[number];

type Saved = MessageText & Pick<Message, 'savedAt' | 'comparedTo'>;

const of = { fr: 'Fr', en: 'En' } as const satisfies Record<Language, string>;

/** A message can be sent if it has a subject and a word in its body. */
export function isUsable({ subject, body }: MessageText): boolean {
  return subject.trim() !== '' && hasWords(body);
}

function hasWords(body: string): boolean {
  return /[^\s\u00a0]/.test(body.replace(/<[^<>]*>|&nbsp;/g, ''));
}

/** The placeholder as typed: editors may put tags and no-break spaces inside it. */
const passwordLink = /\{\{(?:\s|&nbsp;|<[^<>]*>)*setPasswordUrl(?:\s|&nbsp;|<[^<>]*>)*\}\}/;

/** Whether a body, saved or as typed, has words but no link to a first password. The portal adds none by itself. */
export function lacksPasswordLink({ body }: Pick<MessageText, 'body'>): boolean {
  return hasWords(body) && !passwordLink.test(body);
}

/** The language in which a reader gets a message: their own, or the other one if their text is empty; null if both are. */
export function languageSent(
  saved: Readonly<Record<Language, MessageText>>,
  reader: Language,
): Language | null {
  return [reader, otherLanguage(reader)].find((language) => isUsable(saved[language])) ?? null;
}

/** Whether one language's message is empty, or older than a change of the other message to which it was not compared. */
export function findMessageGap(saved: Readonly<Record<Language, Saved>>): MessageGap | null {
  const empty = languages.filter((language) => !isUsable(saved[language]));
  if (empty.length === languages.length) return 'emptyBoth';
  const [missing] = empty;
  if (missing) return `empty${of[missing]}`;
  if (languages.some((language) => isCompared(saved, language))) return null;
  const older = languages.find((language) => lag(saved, language) > 0);
  return older ? `older${of[older]}` : null;
}

/** The language whose text is out of step with the other; null for any other gap. */
export function olderLanguage(gap: MessageGap | null): Language | null {
  return languages.find((language) => gap === `older${of[language]}`) ?? null;
}

/** Whether the text was found to correspond to the present text of the other language. */
function isCompared(saved: Readonly<Record<Language, Saved>>, language: Language): boolean {
  const { comparedTo } = saved[language];
  return comparedTo !== null && comparedTo.getTime() === saved[otherLanguage(language)].savedAt?.getTime();
}

/** Milliseconds by which the other text is newer. A text never saved is the portal's own, older than any change. */
function lag(saved: Readonly<Record<Language, Saved>>, language: Language): number {
  const other = saved[otherLanguage(language)].savedAt?.getTime() ?? 0;
  return other - (saved[language].savedAt?.getTime() ?? 0);
}
