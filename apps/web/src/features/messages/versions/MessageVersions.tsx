import type { Language } from '@guichet/contract/core/language';
import type { Message } from '@guichet/contract/messages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSavedNote } from '../../../parts/versions/useSavedNote.ts';
import { VersionPreview } from '../../../parts/versions/VersionPreview.tsx';
import { VersionsDialog } from '../../../parts/versions/VersionsDialog.tsx';
import { useFailureText } from '../../../platform/forms/useFailureText.ts';
import { useFormats } from '../../../platform/i18n/formats.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { Loaded } from '../../../platform/lists/states/Loaded.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ClockIcon } from '../../../ui/icons/moreIcons.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { useDraft, useSetAside } from '../saving/drafts.ts';
import { useComparedMessage } from './useComparedMessage.ts';
import { useRestoreMessage, versionOptions, versionsOptions } from './versions.api.ts';

/** The saved versions of a message, behind a button. */
export function MessageVersions({ systemId, language, saved }: VersionedMessage) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const versions = useQuery({ ...versionsOptions(systemId, language), enabled: isOpen });
  return (
    <>
      <Button size="sm" variant="quiet" icon={ClockIcon} onClick={() => setOpen(true)}>
        {t('Versions.Open')}
      </Button>
      <VersionsDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t(`Versions.Message.${language}`)}
        language={language}
        versions={versions}
        preview={(version, onBack) => (
          <MessageVersion
            systemId={systemId}
            language={language}
            saved={saved}
            versionId={version.id}
            onBack={onBack}
            onRestored={() => setOpen(false)}
          />
        )}
      />
    </>
  );
}

interface VersionedMessage {
  systemId: number;
  language: Language;
  saved: Message;
}

interface MessageVersionProps extends VersionedMessage {
  versionId: number;
  onBack: () => void;
  onRestored: () => void;
}

/** Compares an earlier version of a message with the current one. */
function MessageVersion({ systemId, language, saved, versionId, ...acts }: MessageVersionProps) {
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
