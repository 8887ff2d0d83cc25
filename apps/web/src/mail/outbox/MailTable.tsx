import type { ListedMail } from '@guichet/contract/mail/outbox';
import type { ReactNode } from 'react';
import { useFormats } from '../../core/i18n/formats.ts';
import { useT } from '../../core/i18n/useT.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { SelectBox } from '../../ui/fields/SelectBox.tsx';
import { EyeIcon } from '../../ui/icons/icons.tsx';
import { StateChip } from '../../ui/states/Badge.tsx';
import { Cell, HeaderCell, Row, RowActions, Table } from '../../ui/tables/Table.tsx';
import type { ChosenMails } from './chosenMails.ts';
import { useSayMailState } from './mail/mailState.ts';
import { isRetryable, isSelectable, RetryMail } from './mail/RetryMail.tsx';

export interface MailTableProps {
  mails: readonly ListedMail[];
  systemName: (systemId: number | null) => string;
  busy: boolean;
  chosen: ChosenMails;
  onChoose: (mails: readonly ListedMail[], isChosen: boolean) => void;
  onOpen: (mail: ListedMail) => void;
  /** The name of the recipient, as a link when they have an account. */
  nameOf: (mail: ListedMail) => ReactNode;
}

export function MailTable({ mails, systemName, busy, chosen, onChoose, onOpen, nameOf }: MailTableProps) {
  const t = useT();
  const retryable = mails.filter(isRetryable);
  // The box that selects the page takes arrived mails only when there are no others, so that nobody gets a
  // mail twice by mistake.
  const ofPage = retryable.length > 0 ? retryable : mails.filter(isSelectable);
  const chosenHere = ofPage.filter(({ id }) => chosen.has(id)).length;
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
          <HeaderCell className="w-14">
            <SelectBox
              label={t('Users.Select.Page')}
              checked={chosenHere > 0 && chosenHere === ofPage.length}
              isPartial={chosenHere > 0 && chosenHere < ofPage.length}
              disabled={ofPage.length === 0}
              onChange={(isChosen) => onChoose(ofPage, isChosen)}
            />
          </HeaderCell>
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
        <Row key={mail.id} aria-selected={chosen.has(mail.id)}>
          <Cell label={t('Users.Select.One')}>
            <SelectBox
              label={t('Users.Select', { name: mail.recipientName || mail.recipient })}
              checked={chosen.has(mail.id)}
              disabled={!isSelectable(mail)}
              onChange={(isChosen) => onChoose([mail], isChosen)}
            />
          </Cell>
          <MailCells
            mail={mail}
            words={words}
            systemName={systemName(mail.systemId)}
            onOpen={onOpen}
            nameOf={nameOf}
          />
        </Row>
      ))}
    </Table>
  );
}

interface MailCellsProps {
  mail: ListedMail;
  words: Readonly<Record<'recipient' | 'subject' | 'system' | 'state' | 'when', string>>;
  systemName: string;
  onOpen: (mail: ListedMail) => void;
  nameOf: MailTableProps['nameOf'];
}

/** On a wide screen a mail has one line; a longer text is cut, with the whole in the tooltip of its cell. */
const cutStyle = '@min-[60rem]:max-w-0 @min-[60rem]:truncate';

/** The cells of a mail: recipient, subject, state and last error. */
function MailCells({ mail, words, systemName, onOpen, nameOf }: MailCellsProps) {
  const t = useT();
  const { columnDateTime, time } = useFormats();
  const look = useSayMailState()(mail.state);
  const nextTry =
    mail.nextTryAt && mail.state === 'waiting' ? t('Mail.NextTry', { time: time(mail.nextTryAt) }) : null;
  const error = mail.state === 'sent' ? null : mail.lastError;
  return (
    <>
      <Cell
        lead
        className={`${cutStyle} @min-[60rem]:w-[28%]`}
        title={join(mail.recipientName, mail.recipient)}
      >
        <span className="font-medium max-[60rem]:block">{nameOf(mail)}</span>{' '}
        <span className="font-normal text-muted text-sm [overflow-wrap:anywhere]">{mail.recipient}</span>
      </Cell>
      <Cell
        label={words.subject}
        lang={mail.language}
        className={`${cutStyle} @min-[60rem]:w-[30%]`}
        title={mail.subject}
      >
        {mail.subject}
      </Cell>
      <Cell label={words.system} className="@min-[60rem]:max-w-40 @min-[60rem]:truncate" title={systemName}>
        {systemName}
      </Cell>
      <Cell
        label={words.state}
        className={`${cutStyle} @min-[60rem]:w-[14%]`}
        title={join(look.word, nextTry, error)}
      >
        <StateChip tone={look.tone}>{look.word}</StateChip>{' '}
        {(nextTry || error) && <span className="text-muted text-sm">{join(nextTry, error)}</span>}
      </Cell>
      <Cell label={words.when}>
        <span className="whitespace-nowrap tabular-nums">{columnDateTime(mail.sentAt ?? mail.queuedAt)}</span>
      </Cell>
      <Cell align="end">
        <RowActions label={t('List.ActionsOf', { name: mail.recipientName || mail.recipient })}>
          <RetryMail mail={mail} look="icon" />
          <IconButton
            size="sm"
            tone="accent"
            icon={EyeIcon}
            label={t('Mail.Open', { name: mail.recipientName || mail.recipient })}
            onClick={() => onOpen(mail)}
          />
        </RowActions>
      </Cell>
    </>
  );
}

const join = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ');
