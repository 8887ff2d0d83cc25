import { getOwnMailDocument } from '@guichet/contract/mail/outbox.own';
import { useDownload } from '../../../core/call/bodies/useDownload.ts';
import { useTellFailure } from '../../../core/forms/useTellFailure.ts';
import type { MailDocument } from '../../../core/parts/mails/MailDocuments.tsx';

export function useSaveDocument() {
  const tellFailure = useTellFailure();
  const file = useDownload(getOwnMailDocument);
  return ({ mailId }: MailDocument) => file.mutate({ params: { mailId } }, { onError: tellFailure });
}
