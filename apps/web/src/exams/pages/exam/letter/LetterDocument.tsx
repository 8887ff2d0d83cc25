import { attachmentExtensions } from '@guichet/contract/mail/messages';
import { useFileSize, useT } from '../../../../core/i18n/formats.ts';
import { useFileFault } from '../../../../mail/messages/attachment/useFileFault.ts';
import { FileDrop } from '../../../../ui/fields/FileDrop.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';

export interface LetterDocumentProps {
  file: File | null;
  /** The name of the document that the planned letter has, and keeps; null for none. */
  kept: string | null;
  /** Null removes the document, also a kept one. */
  onFile: (file: File | null) => void;
}

/** The document that goes with the letter, in both languages. */
export function LetterDocument({ file, kept, onFile }: LetterDocumentProps) {
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
        file={file ? { name: file.name, detail: sizeText(file.size) } : kept !== null ? { name: kept } : null}
        onFile={onFile}
        onRemove={() => onFile(null)}
        removeLabel={t('Message.Attachment.Remove')}
        error={file && faultOf(file)}
      />
    </Card>
  );
}
