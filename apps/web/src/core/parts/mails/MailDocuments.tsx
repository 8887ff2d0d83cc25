import { FileIcon } from '../../../ui/icons/moreIcons.tsx';
import { useT } from '../../i18n/useT.ts';

/** A document, with a mail that carries it. */
export interface MailDocument {
  readonly mailId: number;
  readonly name: string;
}

export interface MailDocumentsProps {
  documents: readonly MailDocument[];
  onSave: (document: MailDocument) => void;
}

/** Files for calendars are made as a mail leaves; none is kept. */
const isMade = (name: string) => name.endsWith('.ics');

/** The documents that mails carry, each of which is saved by a press on its name. */
export function MailDocuments({ documents, onSave }: MailDocumentsProps) {
  const t = useT();
  if (documents.length === 0) return null;
  return (
    <ul aria-label={t('Mail.Attachments')} className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {documents.map((document) => (
        <li key={document.name} className="inline-flex min-w-0 items-center gap-1.5 [overflow-wrap:anywhere]">
          <FileIcon size={16} className="shrink-0 text-muted" />
          {isMade(document.name) ? (
            document.name
          ) : (
            <button
              type="button"
              aria-label={t('Message.Attachment.Download', { name: document.name })}
              onClick={() => onSave(document)}
              className="min-h-6 cursor-pointer text-left text-accent-ink underline-offset-4 hover:underline"
            >
              {document.name}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
