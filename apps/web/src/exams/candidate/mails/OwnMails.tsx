import { listOwnMails, type OwnMail, readOwnMail } from '@guichet/contract/mail/outbox.own';
import { useState } from 'react';
import { query, useQuery } from '../../../core/call/query.ts';
import { useT, useTexts } from '../../../core/i18n/formats.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { MailText } from '../../../core/parts/mails/MailText.tsx';
import { UniversityZone } from '../../../core/parts/zone/UniversityZone.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { MailIcon } from '../../../ui/icons/publicIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { StateChip } from '../../../ui/states/Badge.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { useSaveDocument } from './useSaveDocument.ts';

/** The mails sent to the reader, newest first; each entry opens the text. */
export function OwnMails() {
  const t = useT();
  const mails = useQuery(query(listOwnMails));
  const [openId, open] = useState<number | null>(null);
  return (
    <Card
      title={t('MyMails.Title')}
      description={
        <>
          {t('MyMails.Lead')} <UniversityZone />
        </>
      }
      flush
    >
      <Loaded query={mails} lines={3}>
        {(found) =>
          found.length > 0 ? (
            <ul className="border-line border-t">
              {found.map((mail) => (
                <MailEntry key={mail.id} mail={mail} onOpen={() => open(mail.id)} />
              ))}
            </ul>
          ) : (
            <EmptyState icon={MailIcon} title={t('MyMails.Empty')} />
          )
        }
      </Loaded>
      <OwnMailDialog mailId={openId} onClose={() => open(null)} />
    </Card>
  );
}

function MailEntry({ mail, onOpen }: { mail: OwnMail; onOpen: () => void }) {
  const { t, longDateTime } = useTexts();
  const state = stateOf(mail);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b px-5 py-2 last:border-b-0 sm:px-6">
      <button
        type="button"
        lang={mail.language}
        onClick={onOpen}
        className="min-h-10 min-w-0 cursor-pointer text-left text-accent-ink underline-offset-4 [overflow-wrap:anywhere] hover:underline"
      >
        {mail.subject}
      </button>
      <span className="flex items-center gap-3 text-muted text-sm">
        {longDateTime(mail.at)}
        {state && (
          <StateChip tone={state === 'Failed' ? 'danger' : 'info'}>{t(`MyMails.${state}`)}</StateChip>
        )}
      </span>
    </li>
  );
}

/** The state of a mail in words for the reader; null where the mail, or a copy, has left. */
function stateOf({ state }: OwnMail): 'Failed' | 'Kept' | 'OnItsWay' | null {
  if (state === 'sent' || state === 'resent') return null;
  if (state === 'failed' || state === 'bounced') return 'Failed';
  return state === 'filed' ? 'Kept' : 'OnItsWay';
}

function OwnMailDialog({ mailId, onClose }: { mailId: number | null; onClose: () => void }) {
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
