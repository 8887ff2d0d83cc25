import type { Language } from '@guichet/contract/core/language';
import { useT } from '../../platform/i18n/useT.ts';
import { useFocusIfLost } from '../../platform/useFocusIfLost.ts';
import { Card } from '../../ui/Card.tsx';
import { AttachedFile } from './AttachedFile.tsx';
import { AttachmentPicker } from './AttachmentPicker.tsx';

export interface AttachmentPanelProps {
  systemId: number;
  language: Language;
  fileName: string | null;
}

/** The one file that goes with the mails of this language. */
export function AttachmentPanel({ systemId, language, fileName }: AttachmentPanelProps) {
  const t = useT();
  return (
    <Card title={t('Message.Attachment')} description={t('Message.Attachment.Hint')}>
      <div className="flex flex-col gap-4">
        {fileName === null ? (
          <NoFile />
        ) : (
          <AttachedFile systemId={systemId} language={language} fileName={fileName} />
        )}
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

/** Comes when the file was taken off as well, and then takes the focus over from the button that went with it. */
function NoFile() {
  const t = useT();
  const text = useFocusIfLost<HTMLParagraphElement>();
  return (
    <p ref={text} tabIndex={-1} className="text-muted text-sm outline-none">
      {t('Message.Attachment.None')}
    </p>
  );
}
