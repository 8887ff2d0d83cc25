import type { ListedMail } from '@guichet/contract/outbox';
import { useT } from '../../platform/i18n/useT.ts';
import { HeaderCell, Row, Table } from '../../ui/tables/Table.tsx';
import { MailCells } from './MailCells.tsx';

export interface MailTableProps {
  mails: readonly ListedMail[];
  systemName: (systemId: number | null) => string;
  busy: boolean;
  onOpen: (mail: ListedMail) => void;
}

export function MailTable({ mails, systemName, busy, onOpen }: MailTableProps) {
  const t = useT();
  const words = {
    recipient: t('Mail.Recipient'),
    subject: t('Mail.Subject'),
    system: t('Mail.System'),
    state: t('Mail.State'),
    when: t('Mail.When'),
  };
  return (
    <Table
      caption={t('OutboxPage.Title')}
      busy={busy}
      head={
        <>
          <HeaderCell>{words.recipient}</HeaderCell>
          <HeaderCell>{words.subject}</HeaderCell>
          <HeaderCell>{words.system}</HeaderCell>
          <HeaderCell>{words.state}</HeaderCell>
          <HeaderCell>{words.when}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('List.Actions')}</span>
          </HeaderCell>
        </>
      }
    >
      {mails.map((mail) => (
        <Row key={mail.id}>
          <MailCells mail={mail} words={words} systemName={systemName(mail.systemId)} onOpen={onOpen} />
        </Row>
      ))}
    </Table>
  );
}
