import { type Language, languages, otherLanguage } from './core/language.ts';
import type { MessageText } from './messages.ts';

/** `empty…`: it would not be sent. `older…`: the text of the other language was changed later. */
export const messageGaps = ['emptyBoth', 'emptyFr', 'emptyEn', 'olderFr', 'olderEn'] as const;
export type MessageGap = (typeof messageGaps)[number];

type Saved = MessageText & { readonly savedAt: Date | null };

/** In milliseconds: two texts saved within this time count as changed together. */
const togetherMilliseconds = 60_000;

const of = { fr: 'Fr', en: 'En' } as const satisfies Record<Language, string>;

/** A message can be sent if it has a subject and a word in its body. */
export function isUsable({ subject, body }: MessageText): boolean {
  return subject.trim() !== '' && /[^\s\u00a0]/.test(body.replace(/<[^<>]*>|&nbsp;/g, ''));
}

/** Whether the message of one language is empty, or older than a change of the other one. */
export function findMessageGap(saved: Readonly<Record<Language, Saved>>): MessageGap | null {
  const empty = languages.filter((language) => !isUsable(saved[language]));
  if (empty.length === languages.length) return 'emptyBoth';
  const [missing] = empty;
  if (missing) return `empty${of[missing]}`;
  const older = languages.find((language) => lag(saved, language) > togetherMilliseconds);
  return older ? `older${of[older]}` : null;
}

function lag(saved: Readonly<Record<Language, Saved>>, language: Language): number {
  const other = saved[otherLanguage(language)].savedAt?.getTime() ?? 0;
  return other - (saved[language].savedAt?.getTime() ?? other);
}
