import { attachmentExtensions } from '@guichet/contract/mail/messages';
import { useFileSize } from '../../../../core/i18n/formats.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { useFileFault } from '../../../../mail/messages/attachment/useFileFault.ts';
import { FileDrop } from '../../../../ui/fields/FileDrop.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';

/** The document that goes with the letter, in both languages. */
export function LetterDocument({ file, onFile }: { file: File | null; onFile: (file: File | null) => void }) {
  const t = useT();
  const sizeText = useFileSize();
  const faultOf = useFileFault();
  return (
    <Card title={t('Letter.Document')}>
      <FileDrop
        label={t('Message.Attachment.File')}
        chooseLabel={t('Message.Attachment.Choose')}
        dropLabel={t('Message.Attachment.Drop')}
        accept={attachmentExtensions.join(',')}
        file={file && { name: file.name, detail: sizeText(file.size) }}
        onFile={onFile}
        onRemove={() => onFile(null)}
        removeLabel={t('Message.Attachment.Remove')}
        error={file && faultOf(file)}
      />
    </Card>
  );
}
