import { readOwnMail } from '@guichet/contract/mail/outbox.own';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/call/query.ts';
import { useFormats } from '../../../core/i18n/formats.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { ForeignHtmlFrame } from '../../../ui/html/ForeignHtmlFrame.tsx';
import { Facts } from '../../../ui/layout/Facts.tsx';

/** A mail as it was sent, without its secret links. */
export function OwnMailDialog({ mailId, onClose }: { mailId: number | null; onClose: () => void }) {
  const t = useT();
  const shownId = useLastGiven(mailId);
  return (
    <ClosableDialog open={mailId !== null} onClose={onClose} title={t('Mail.Title')} size="lg">
      {shownId !== null && <MailText mailId={shownId} />}
    </ClosableDialog>
  );
}

function MailText({ mailId }: { mailId: number }) {
  const t = useT();
  const { longDateTime } = useFormats();
  const mail = useQuery(query(readOwnMail, { params: { mailId } }));
  return (
    <Loaded query={mail}>
      {({ subject, from, recipient, at, html, language, attachments }) => (
        <div className="flex flex-col gap-4">
          <Facts
            facts={[
              { name: t('Mail.Subject'), value: <span lang={language}>{subject}</span> },
              { name: t('Mail.From'), value: from },
              { name: t('Mail.To'), value: recipient },
              { name: t('MyMails.At'), value: longDateTime(at) },
              ...attachments.map((name) => ({ name: t('Mail.Attachments'), value: name })),
            ]}
          />
          <p className="text-muted text-sm">{t('MyMails.Secrets')}</p>
          <ForeignHtmlFrame title={subject} html={html} lang={language} />
        </div>
      )}
    </Loaded>
  );
}
