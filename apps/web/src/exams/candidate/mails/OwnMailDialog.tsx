import { readOwnMail } from '@guichet/contract/mail/outbox.own';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { MailText } from '../../../core/parts/mails/MailText.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { useSaveDocument } from './useSaveDocument.ts';

export function OwnMailDialog({ mailId, onClose }: { mailId: number | null; onClose: () => void }) {
  const t = useT();
  const save = useSaveDocument();
  const shownId = useLastGiven(mailId) ?? 0;
  const mail = useQuery({ ...query(readOwnMail, { params: { mailId: shownId } }), enabled: mailId !== null });
  return (
    <ClosableDialog open={mailId !== null} onClose={onClose} title={t('Mail.Title')} size="lg">
      <Loaded query={mail}>{(read) => <MailText mail={read} links="open" onSave={save} />}</Loaded>
    </ClosableDialog>
  );
}
