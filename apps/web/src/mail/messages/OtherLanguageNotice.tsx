import { type Language, otherLanguage } from '@guichet/contract/core/language';
import { compareMessage, type Message } from '@guichet/contract/mail/messages';
import { findMessageGap } from '@guichet/contract/mail/messages.gaps';
import { useCall } from '../../core/call/query.ts';
import { useTellFailure } from '../../core/forms/formFaults.tsx';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { useMessageKind, useMessageQuery } from './messages.api.ts';

interface OtherLanguageNoticeProps {
  systemId: number;
  saved: Readonly<Record<Language, Message>>;
}

/** Says that a message is empty or older than the other language's, unless the user says that they match. */
export function OtherLanguageNotice({ systemId, saved }: OtherLanguageNoticeProps) {
  const t = useT();
  const kind = useMessageKind();
  const gap = findMessageGap(saved);
  if (gap === null) return null;
  if (gap === 'emptyBoth') return <Notice tone="warning">{t(`Message.Empty.both.${kind}`)}</Notice>;
  const language = gap.endsWith('Fr') ? 'fr' : 'en';
  if (gap.startsWith('empty')) return <Notice tone="warning">{t(`Message.Empty.${language}`)}</Notice>;
  const after = saved[otherLanguage(language)].savedAt;
  return after && <OlderNotice {...{ systemId, language, after }} since={saved[language].savedAt} />;
}

interface OlderNoticeProps {
  systemId: number;
  language: Language;
  /** When the older text was saved; null for the portal's default text. */
  since: Date | null;
  /** When the text in the other language was saved. */
  after: Date;
}

function OlderNotice({ systemId, language, since, after }: OlderNoticeProps) {
  const { t, longDateTime } = useTexts();
  const tellFailure = useTellFailure();
  const query = useMessageQuery();
  const comparison = useCall(compareMessage);
  const when = { since: since ? longDateTime(since) : '', after: longDateTime(after) };

  function recordMatch() {
    const onSuccess = (isRecorded: boolean) =>
      isRecorded
        ? showToast({ tone: 'success', text: t('Message.Compared') })
        : showToast({ tone: 'info', text: t('Message.ChangedSince') });
    const compared = { savedAt: since, comparedTo: after };
    comparison.mutate(
      { params: { systemId, languageId: language }, query, body: compared },
      { onSuccess, onError: tellFailure },
    );
  }

  return (
    <Notice
      action={
        <SmallButton busy={comparison.isPending} onClick={recordMatch}>
          {t('Message.TheyMatch')}
        </SmallButton>
      }
    >
      {t(since ? `Message.Older.${language}` : `Message.Original.${language}`, when)}
    </Notice>
  );
}
