import { useQuery } from '@tanstack/react-query';
import { useLanguage, useT } from '../../../platform/i18n/useT.ts';
import { Loaded } from '../../../platform/lists/states/Loaded.tsx';
import { useLastGiven } from '../../../platform/timing/useLastGiven.ts';
import { Dialog } from '../../../ui/aria/Dialog.tsx';
import { mailOptions } from '../outbox.api.ts';
import { MailView } from './MailView.tsx';

export interface MailDialogProps {
  mailId: number | null;
  /** Whether the links of the mail work: only a super admin sees the real ones, and only in trial mode. */
  links: 'open' | 'inert';
  onClose: () => void;
}

/** One mail as it is or will be sent. */
export function MailDialog({ mailId, links, onClose }: MailDialogProps) {
  const t = useT();
  const shownId = useLastGiven(mailId);
  return (
    <Dialog
      open={mailId !== null}
      onClose={onClose}
      title={t('Mail.Title')}
      closeLabel={t('Dialog.Close')}
      size="lg"
    >
      {shownId !== null && <LoadedMail mailId={shownId} links={links} />}
    </Dialog>
  );
}

function LoadedMail({ mailId, links }: { mailId: number; links: 'open' | 'inert' }) {
  const mail = useQuery(mailOptions(mailId, useLanguage()));
  return <Loaded query={mail}>{(found) => <MailView mail={found} links={links} />}</Loaded>;
}
