import type { Language } from '@guichet/contract/core/language';
import { getOwnMailDocument } from '@guichet/contract/mail/outbox.own';
import { useDownload } from '../../../core/call/bodies/download.ts';
import { useTellFailure } from '../../../core/forms/formFaults.tsx';
import type { MailDocument } from '../../../core/parts/mails/MailDocuments.tsx';

/** Saves the document of a mail to the reader; with a `language`, in it where there is one. */
export function useSaveDocument(language?: Language) {
  const tellFailure = useTellFailure();
  const file = useDownload(getOwnMailDocument);
  return ({ mailId }: MailDocument) =>
    file.mutate({ params: { mailId }, query: { language } }, { onError: tellFailure });
}
