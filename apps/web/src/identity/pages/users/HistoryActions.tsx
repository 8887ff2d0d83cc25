import { type HistoryEntry, readMailOf } from '@guichet/contract/overview/support';
import { useState } from 'react';
import { query, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { MailText } from '../../../core/parts/mails/MailText.tsx';
import { type LeftExam, PutBackButton } from './PutBackButton.tsx';

export interface HistoryActionsProps {
  personId: number;
  entry: HistoryEntry;
  onPutBack: (left: LeftExam) => void;
}

export function HistoryActions({ personId, entry, onPutBack }: HistoryActionsProps) {
  return (
    <>
      <PersonMail personId={personId} entry={entry} />
      <PutBackButton entry={entry} onPress={onPutBack} />
    </>
  );
}

/** Opens the text of a mail in a person's history as they got it; renders nothing for other events. */
function PersonMail({ personId, entry }: { personId: number; entry: HistoryEntry }) {
  const t = useT();
  const [isOpen, open] = useState(false);
  const { event, mail } = entry;
  const mailId = mail?.id ?? 0;
  const isShown = event === 'mailed' && mail && mail.state !== 'planned' && mail.state !== 'cancelled';
  const read = useQuery({
    ...query(readMailOf, { params: { id: personId, mailId } }),
    enabled: isOpen,
  });
  if (!isShown) return null;
  return (
    <>
      <button
        type="button"
        onClick={() => open(true)}
        aria-label={t('Support.ReadMail.Of', { subject: mail.subject })}
        className="min-h-6 cursor-pointer text-accent-ink text-sm underline underline-offset-4"
      >
        {t('Support.ReadMail')}
      </button>
      <ClosableDialog open={isOpen} onClose={() => open(false)} title={t('Mail.Title')} size="lg">
        <Loaded query={read}>{(found) => <MailText mail={found} />}</Loaded>
      </ClosableDialog>
    </>
  );
}
