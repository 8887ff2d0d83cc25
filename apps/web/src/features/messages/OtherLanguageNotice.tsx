import { type Language, otherLanguage } from '@guichet/contract/core/language';
import type { Message } from '@guichet/contract/messages';
import { findMessageGap } from '@guichet/contract/messages.gaps';
import { useFormats } from '../../platform/i18n/formats.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { Notice } from '../../ui/states/Notice.tsx';
import { useMessageKind } from './messageKind.ts';

/** Shows that one of the two messages is empty, or older than a change of the other one. */
export function OtherLanguageNotice({ saved }: { saved: Readonly<Record<Language, Message>> }) {
  const t = useT();
  const { dateTime } = useFormats();
  const kind = useMessageKind();
  const gap = findMessageGap(saved);
  if (gap === null) return null;
  if (gap === 'emptyBoth') return <Notice tone="warning">{t(`Message.Empty.both.${kind}`)}</Notice>;
  const language = gap.endsWith('Fr') ? 'fr' : 'en';
  if (gap.startsWith('empty')) return <Notice tone="warning">{t(`Message.Empty.${language}`)}</Notice>;

  const [since, after] = [saved[language].savedAt, saved[otherLanguage(language)].savedAt];
  if (!since || !after) return null;
  return (
    <Notice>{t(`Message.Older.${language}`, { since: dateTime(since), after: dateTime(after) })}</Notice>
  );
}
