import { type Language, languages, otherLanguage } from '@guichet/contract/core/language';
import type { Message } from '@guichet/contract/messages';
import { useFormats } from '../../platform/i18n/formats.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { Notice } from '../../ui/states/Notice.tsx';
import { useMessageKind } from './messageKind.ts';

/** In milliseconds: two texts saved within this time count as changed together. */
const togetherMilliseconds = 60_000;

/** Shows that one of the two messages is empty, or older than a change of the other one. */
export function OtherLanguageNotice({ saved }: { saved: Readonly<Record<Language, Message>> }) {
  const t = useT();
  const { dateTime } = useFormats();
  const kind = useMessageKind();
  const empty = languages.filter((language) => isEmpty(saved[language]));
  if (empty.length === languages.length)
    return <Notice tone="warning">{t(`Message.Empty.both.${kind}`)}</Notice>;
  const [missing] = empty;
  if (missing) return <Notice tone="warning">{t(`Message.Empty.${missing}`)}</Notice>;

  const older = languages.find((language) => lag(saved, language) > togetherMilliseconds);
  const [since, after] = older ? [saved[older].savedAt, saved[otherLanguage(older)].savedAt] : [null, null];
  if (!older || !since || !after) return null;
  return <Notice>{t(`Message.Older.${older}`, { since: dateTime(since), after: dateTime(after) })}</Notice>;
}

function isEmpty({ subject, body }: Message): boolean {
  return subject.trim() === '' || !/[^\s\u00a0]/.test(body.replace(/<[^>]*>|&nbsp;/g, ''));
}

function lag(saved: Readonly<Record<Language, Message>>, language: Language): number {
  const other = saved[otherLanguage(language)].savedAt?.getTime() ?? 0;
  return other - (saved[language].savedAt?.getTime() ?? other);
}
