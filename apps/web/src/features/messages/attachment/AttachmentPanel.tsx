import type { Language } from '@guichet/contract/core/language';
import { useFocusIfLost } from '../../../platform/forms/useFocusIfLost.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import type { ReadMessage } from '../messages.api.ts';
import { AttachedFile } from './AttachedFile.tsx';
import { AttachmentDoubtNotice } from './AttachmentDoubtNotice.tsx';
import { AttachmentPicker } from './AttachmentPicker.tsx';

export interface AttachmentPanelProps {
  systemId: number;
  language: Language;
  saved: ReadMessage;
}

/** The attachment of the mails in this language. */
export function AttachmentPanel({ systemId, language, saved }: AttachmentPanelProps) {
  const t = useT();
  const { fileName, doubt } = saved;
  return (
    <Card title={t('Message.Attachment')} description={t('Message.Attachment.Hint')}>
      <div className="flex flex-col gap-4">
        {doubt && <AttachmentDoubtNotice systemId={systemId} language={language} doubt={doubt} />}
        {fileName !== null && <AttachedFile systemId={systemId} language={language} fileName={fileName} />}
        {fileName === null && !doubt && <NoFile />}
        <AttachmentPicker
          key={language}
          systemId={systemId}
          language={language}
          replaces={fileName !== null}
        />
      </div>
    </Card>
  );
}

/** Also mounted after a removal, and then takes the focus from the removed button. */
function NoFile() {
  const t = useT();
  const text = useFocusIfLost<HTMLParagraphElement>();
  return (
    <p ref={text} tabIndex={-1} className="text-muted text-sm outline-none">
      {t('Message.Attachment.None')}
    </p>
  );
}
