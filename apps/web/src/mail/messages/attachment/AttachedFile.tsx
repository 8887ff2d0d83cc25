import type { Language } from '@guichet/contract/core/language';
import { deleteFile, getFile } from '@guichet/contract/mail/messages';
import { useState } from 'react';
import { download } from '../../../core/call/bodies/download.ts';
import { isRefused } from '../../../core/call/CallFailed.ts';
import { useCall } from '../../../core/call/query.ts';
import { useFailureText } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { Question } from '../../../core/parts/asking/Question.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { DownloadIcon, FileIcon, TrashIcon } from '../../../ui/icons/moreIcons.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { useKeepMessage, useMessageQuery } from '../messages.api.ts';
import { useOperationPopup } from '../saving/useOperationPopup.ts';

export interface AttachedFileProps {
  systemId: number;
  language: Language;
  fileName: string;
}

/** The attached file, with its download, and its removal after a confirmation. */
export function AttachedFile({ systemId, language, fileName }: AttachedFileProps) {
  const t = useT();
  const failureText = useFailureText();
  const query = useMessageQuery();
  const [isAsking, setAsking] = useState(false);
  const message = { params: { systemId, languageId: language }, query };
  const keep = useKeepMessage(systemId, language);
  const detach = useCall(deleteFile, {
    onSuccess: () => keep({ fileName: null }),
    // S4.12: the name disappears even then; the file is in doubt until a reload.
    onError: (failure) =>
      keep({ fileName: null, doubt: { operation: 'detach', isRefused: isRefused(failure) } }),
  });
  const popup = useOperationPopup('detach');

  function save() {
    download(getFile, message).catch((error: unknown) =>
      showToast({ tone: 'danger', title: fileName, text: failureText(error) }),
    );
  }

  return (
    <div className="flex items-center gap-3 rounded-md border border-line bg-sunken py-2 pr-2 pl-3">
      <FileIcon size={20} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1 font-medium text-ink text-sm [overflow-wrap:anywhere]">{fileName}</span>
      <span className="flex shrink-0">
        <IconButton
          label={t('Message.Attachment.Download', { name: fileName })}
          icon={DownloadIcon}
          onClick={save}
        />
        <IconButton
          label={t('Message.Attachment.Delete', { name: fileName })}
          icon={TrashIcon}
          onClick={() => setAsking(true)}
        />
      </span>
      <Question
        open={isAsking}
        title={t('Message.Operation.detach')}
        messages={[t('Message.Attachment.Delete.Question', { name: fileName })]}
        confirmLabel={t('Message.Attachment.Delete.Yes')}
        busyLabel={t('Message.Attachment.Delete.Busy')}
        tone="danger"
        busy={detach.isPending}
        // The promise handles the result, since this component unmounts before the mutation's callbacks would
        // run.
        onConfirm={() => void detach.mutateAsync(message).then(popup.succeeded, popup.failed)}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
