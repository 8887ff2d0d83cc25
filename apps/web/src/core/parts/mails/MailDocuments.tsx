import type { getMailAttachment } from '@guichet/contract/mail/outbox';
import type { getOwnMailDocument } from '@guichet/contract/mail/outbox.own';
import { FileIcon } from '../../../ui/icons/moreIcons.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { useDownload } from '../../call/bodies/useDownload.ts';
import { useFailureText } from '../../forms/useFailureText.ts';
import { useT } from '../../i18n/useT.ts';

export interface MailDocumentsProps {
  documents: readonly { readonly mailId: number; readonly name: string }[];
  /** The call that returns the document of a mail to this reader. */
  of: typeof getMailAttachment | typeof getOwnMailDocument;
}

/** Files for calendars are made as a mail leaves; none is kept. */
const isMade = (name: string) => name.endsWith('.ics');

/** The documents that mails carry, each of which is saved by a press on its name. */
export function MailDocuments({ documents, of }: MailDocumentsProps) {
  const t = useT();
  if (documents.length === 0) return null;
  return (
    <ul aria-label={t('Mail.Attachments')} className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {documents.map(({ mailId, name }) => (
        <li key={name} className="inline-flex min-w-0 items-center gap-1.5 [overflow-wrap:anywhere]">
          <FileIcon size={16} className="shrink-0 text-muted" />
          {isMade(name) ? name : <SavedDocument mailId={mailId} name={name} of={of} />}
        </li>
      ))}
    </ul>
  );
}

function SavedDocument({
  mailId,
  name,
  of,
}: { mailId: number; name: string } & Pick<MailDocumentsProps, 'of'>) {
  const t = useT();
  const failureText = useFailureText();
  const file = useDownload(of);

  function save() {
    const onError = (error: unknown) => showToast({ tone: 'danger', title: name, text: failureText(error) });
    file.mutate({ params: { mailId } }, { onError });
  }

  return (
    <button
      type="button"
      aria-label={t('Message.Attachment.Download', { name })}
      onClick={save}
      className="min-h-6 cursor-pointer text-left text-accent-ink underline-offset-4 hover:underline"
    >
      {name}
    </button>
  );
}
