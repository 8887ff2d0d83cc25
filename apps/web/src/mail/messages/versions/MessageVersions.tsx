import type { Language } from '@guichet/contract/core/language';
import type { Message, MessageText } from '@guichet/contract/mail/messages';
import {
  getMessageVersion,
  listMessageVersions,
  restoreMessage,
} from '@guichet/contract/mail/messages.versions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../core/call/query.ts';
import { useCall } from '../../../core/call/useCall.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import type { ComparedText } from '../../../core/parts/versions/comparison/Comparison.tsx';
import { useSavedNote } from '../../../core/parts/versions/useSavedNote.ts';
import { VersionPreview } from '../../../core/parts/versions/VersionPreview.tsx';
import { VersionsDialog } from '../../../core/parts/versions/VersionsDialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ClockIcon } from '../../../ui/icons/moreIcons.tsx';
import { useDraft, useSetAside } from '../drafts/drafts.ts';
import { useMessageQuery } from '../messageKind.ts';
import { useKeepMessage } from '../messages.api.ts';

/** The saved versions of a message, behind a button. */
export function MessageVersions({ systemId, language, saved }: VersionedMessage) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const message = useMessageQuery();
  const versions = useQuery({
    ...query(listMessageVersions, { params: { systemId, languageId: language }, query: message }),
    select: (list) => list.map(({ subject, ...version }) => ({ ...version, heading: subject })),
    enabled: isOpen,
  });
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
  const savedNote = useSavedNote();
  const compared = useComparedMessage();
  const version = useQuery({
    ...query(getMessageVersion, { params: { systemId, versionId } }),
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const keep = useKeepMessage(systemId, language);
  const restore = useCall(restoreMessage, {
    // The stored text: the restored version, or a newer text of somebody else.
    onSuccess: (reply) => keep('outcome' in reply ? reply.current : reply),
  });
  const [draft, keepDraft] = useDraft(systemId, language);
  const [, setAside] = useSetAside(systemId, language);

  function settle() {
    if (draft) {
      setAside(draft);
      keepDraft(null);
    }
    acts.onRestored();
  }

  return (
    <Loaded query={version} lines={8}>
      {(then) => (
        <VersionPreview
          language={language}
          then={compared(t('Versions.Then'), savedNote(then), then, true)}
          now={compared(t('Versions.Now'), savedNote(saved), saved, true)}
          hasDraft={draft !== null}
          version={then}
          restore={restore}
          onRestore={(options) =>
            restore.mutate({ params: { systemId, versionId }, body: { savedAt: saved.savedAt } }, options)
          }
          onRestored={settle}
          onBack={acts.onBack}
        />
      )}
    </Loaded>
  );
}

/** A message as a side of a comparison; includes the attachment when files are compared. */
export function useComparedMessage() {
  const t = useT();
  return (
    title: string,
    note: string,
    { subject, body, preheader, fileName }: MessageText & { readonly fileName?: string | null },
    withFile = false,
  ): ComparedText => {
    const fields = [{ name: t('Message.Subject'), text: subject }];
    if (preheader) fields.push({ name: t('Message.Preheader'), text: preheader });
    if (withFile)
      fields.push({ name: t('Message.Attachment'), text: fileName ?? t('Message.Attachment.None') });
    return { title, note, fields, html: body };
  };
}
