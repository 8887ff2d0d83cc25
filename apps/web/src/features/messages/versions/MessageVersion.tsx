import type { Language } from '@guichet/contract/core/language';
import type { Message } from '@guichet/contract/messages';
import { useQuery } from '@tanstack/react-query';
import { useSavedNote } from '../../../parts/versions/useSavedNote.ts';
import { VersionPreview } from '../../../parts/versions/VersionPreview.tsx';
import { useFailureText } from '../../../platform/forms/useFailureText.ts';
import { useFormats } from '../../../platform/i18n/formats.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { Loaded } from '../../../platform/lists/states/Loaded.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { useDraft, useSetAside } from '../saving/drafts.ts';
import { useComparedMessage } from './useComparedMessage.ts';
import { useRestoreMessage, versionOptions } from './versions.api.ts';

export interface VersionedMessage {
  systemId: number;
  language: Language;
  saved: Message;
}

export interface MessageVersionProps extends VersionedMessage {
  versionId: number;
  onBack: () => void;
  onRestored: () => void;
}

/** Compares an earlier version of a message with the current one. */
export function MessageVersion({ systemId, language, saved, versionId, ...acts }: MessageVersionProps) {
  const t = useT();
  const { dateTime } = useFormats();
  const failureText = useFailureText();
  const savedNote = useSavedNote();
  const compared = useComparedMessage();
  const version = useQuery(versionOptions(systemId, versionId));
  const restore = useRestoreMessage(systemId, language);
  const [draft, keepDraft] = useDraft(systemId, language);
  const [, setAside] = useSetAside(systemId, language);
  const hadEditConflict = restore.data !== undefined && 'outcome' in restore.data;

  function bringBack(savedThen: Date) {
    restore.mutate(
      { versionId, savedAt: saved.savedAt },
      {
        onSuccess(reply) {
          if ('outcome' in reply) return;
          if (draft) {
            setAside(draft);
            keepDraft(null);
          }
          showToast({ tone: 'success', text: t('Versions.Restored', { date: dateTime(savedThen) }) });
          acts.onRestored();
        },
      },
    );
  }

  return (
    <Loaded query={version} lines={8}>
      {(then) => (
        <VersionPreview
          language={language}
          then={compared(t('Versions.Then'), savedNote(then), then, true)}
          now={compared(t('Versions.Now'), savedNote(saved), saved, true)}
          hasDraft={draft !== null}
          busy={restore.isPending}
          problem={hadEditConflict ? t('Versions.EditConflict') : restore.error && failureText(restore.error)}
          onRestore={() => bringBack(then.savedAt)}
          onBack={acts.onBack}
        />
      )}
    </Loaded>
  );
}
