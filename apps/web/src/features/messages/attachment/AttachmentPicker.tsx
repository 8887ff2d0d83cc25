import type { Language } from '@guichet/contract/core/language';
import { attachmentExtensions, attachmentMaxBytes } from '@guichet/contract/messages';
import { useState } from 'react';
import { useFailureText } from '../../../platform/forms/useFailureText.ts';
import { useFileSize } from '../../../platform/i18n/formats.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { useLastGiven } from '../../../platform/timing/useLastGiven.ts';
import { ConfirmDialog } from '../../../ui/aria/ConfirmDialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { FileDrop } from '../../../ui/fields/FileDrop.tsx';
import { UploadIcon } from '../../../ui/icons/moreIcons.tsx';
import { ProgressBar } from '../../../ui/states/ProgressBar.tsx';
import { useMessageKind } from '../messageKind.ts';
import { useAttach } from '../messages.api.ts';
import { useOperationPopup } from '../preview/useOperationPopup.ts';

export interface AttachmentPickerProps {
  systemId: number;
  language: Language;
  /** The file that is attached already, which the next one replaces; null for none. */
  replaces: string | null;
}

/** Chooses and uploads a document. The extension is checked here, the content by the server. */
export function AttachmentPicker({ systemId, language, replaces }: AttachmentPickerProps) {
  const t = useT();
  const failureText = useFailureText();
  const sizeText = useFileSize();
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const [isAsking, setAsking] = useState(false);
  const kind = useMessageKind();
  const attach = useAttach(systemId, language);
  const popup = useOperationPopup('attach');
  const fault = file && faultOf(file);
  const problem = fault ?? (attach.error === null ? null : failureText(attach.error));

  const names = { before: useLastGiven(replaces) ?? '', after: useLastGiven(file)?.name ?? '' };

  function choose(next: File | null) {
    setFile(next);
    attach.reset();
  }

  function upload() {
    if (!file) return;
    setShare(0);
    attach.mutate(
      { file, onProgress: setShare },
      {
        onSuccess() {
          setFile(null);
          popup.succeeded();
        },
        onError: popup.failed,
      },
    );
  }

  return (
    <div className="flex flex-col gap-3">
      <FileDrop
        label={t(replaces !== null ? 'Message.Attachment.Replace' : 'Message.Attachment.File')}
        chooseLabel={t('Message.Attachment.Choose')}
        dropLabel={t('Message.Attachment.Drop')}
        accept={attachmentExtensions.join(',')}
        disabled={attach.isPending}
        file={file && { name: file.name, detail: sizeText(file.size) }}
        onFile={choose}
        onRemove={() => choose(null)}
        removeLabel={t('Message.Attachment.Remove')}
        error={problem}
      />
      {attach.isPending && (
        <ProgressBar label={t('Message.Attachment.Busy')} value={share * 100} valueText={percent(share)} />
      )}
      <div>
        <Button
          icon={UploadIcon}
          disabled={!file || fault !== null}
          busy={attach.isPending}
          busyLabel={t('Message.Attachment.Busy')}
          onClick={() => (replaces === null ? upload() : setAsking(true))}
        >
          {t('Message.Attachment.Upload')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t('Message.Attachment.Replace.Title')}
        messages={[
          <div key="question" className="wrap-anywhere flex flex-col gap-3">
            <p>{t('Message.Attachment.Replace.Files', names)}</p>
            <p className="text-muted">
              {t(`Message.Attachment.Replace.Mails.${kind}`, {
                ...names,
                language: t(`Language.In.${language}`),
              })}
            </p>
          </div>,
        ]}
        confirmLabel={t('Message.Attachment.Replace.Yes')}
        cancelLabel={t('Dialog.Cancel')}
        closeLabel={t('Dialog.Close')}
        tone="primary"
        onConfirm={() => {
          setAsking(false);
          upload();
        }}
        onClose={() => setAsking(false)}
      />
    </div>
  );

  function faultOf({ name, size }: File): string | null {
    if (!attachmentExtensions.some((extension) => name.toLowerCase().endsWith(extension)))
      return t('Message.Attachment.WrongKind');
    return size > attachmentMaxBytes
      ? t('Message.Attachment.TooLarge', { limit: attachmentMaxBytes / 1024 / 1024 })
      : null;
  }

  function percent(part: number): string {
    return t('Message.Attachment.Percent', { percent: Math.round(part * 100) });
  }
}
