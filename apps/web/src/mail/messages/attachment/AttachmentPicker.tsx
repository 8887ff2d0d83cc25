import type { Language } from '@guichet/contract/core/language';
import { attachmentExtensions } from '@guichet/contract/mail/messages';
import { useFileSize, useT } from '../../../core/i18n/formats.ts';
import { Question } from '../../../core/parts/asking/Question.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { FileDrop } from '../../../ui/fields/FileDrop.tsx';
import { UploadIcon } from '../../../ui/icons/moreIcons.tsx';
import { ProgressBar } from '../../../ui/states/ProgressBar.tsx';
import { useMessageQuery } from '../messages.api.ts';
import type { Attachment } from './useAttachment.ts';

export interface AttachmentPickerProps {
  language: Language;
  attachment: Attachment;
  /** The name of the attached file, which an upload replaces; null for none. */
  replaces: string | null;
}

/** Chooses and uploads a document. The extension is checked here, the content by the server. */
export function AttachmentPicker({ language, attachment, replaces }: AttachmentPickerProps) {
  const t = useT();
  const sizeText = useFileSize();
  const { kind, examId } = useMessageQuery();
  const { file, isUsable, isSending, share, problem, choose } = attachment;
  const names = { before: useLastGiven(replaces) ?? '', after: useLastGiven(file)?.name ?? '' };

  return (
    <div className="flex flex-col gap-3">
      <FileDrop
        label={t(replaces !== null ? 'Message.Attachment.Replace' : 'Message.Attachment.File')}
        chooseLabel={t('Message.Attachment.Choose')}
        dropLabel={t('Message.Attachment.Drop')}
        accept={attachmentExtensions.join(',')}
        disabled={isSending}
        file={file && { name: file.name, detail: sizeText(file.size) }}
        onFile={choose}
        onRemove={() => choose(null)}
        removeLabel={t('Message.Attachment.Remove')}
        error={problem}
      />
      {isSending && (
        <ProgressBar label={t('Message.Attachment.Busy')} value={share * 100} valueText={percent(share)} />
      )}
      <div>
        <Button
          icon={UploadIcon}
          disabled={!isUsable}
          busy={isSending}
          busyLabel={t('Message.Attachment.Busy')}
          onClick={() => attachment.askBefore(() => void attachment.send())}
        >
          {t('Message.Attachment.Upload')}
        </Button>
      </div>
      <Question
        open={attachment.isAsking}
        title={t('Message.Attachment.Replace.Title')}
        confirmLabel={t('Message.Attachment.Replace.Yes')}
        tone="primary"
        onConfirm={attachment.agree}
        onClose={attachment.decline}
      >
        <p>{t('Message.Attachment.Replace.Files', names)}</p>
        <p className="text-muted">
          {t(`Message.Attachment.Replace.Mails.${kind}`, {
            ...names,
            language: t(`Language.In.${language}`),
            exams: t(`Message.Attachment.Replace.Of.${examId === undefined ? 'all' : 'one'}`),
          })}
        </p>
      </Question>
    </div>
  );

  function percent(part: number): string {
    return t('Message.Attachment.Percent', { percent: Math.round(part * 100) });
  }
}
