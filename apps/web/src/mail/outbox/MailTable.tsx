import type { ListedMail } from '@guichet/contract/mail/outbox';
import type { ReactNode } from 'react';
import { useTexts } from '../../core/i18n/formats.ts';
import { DataTable } from '../../core/lists/DataTable.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { SelectBox } from '../../ui/fields/SelectBox.tsx';
import { BreakableAddress } from '../../ui/html/EmailLink.tsx';
import { EyeIcon } from '../../ui/icons/icons.tsx';
import { StateChip } from '../../ui/states/Badge.tsx';
import { RowActions } from '../../ui/tables/Table.tsx';
import type { ChosenMails } from './chosenMails.ts';
import { useSayMail } from './mail/mailState.ts';
import { isRetryable, isSelectable, RetryMail } from './mail/RetryMail.tsx';

export interface MailTableProps {
  mails: readonly ListedMail[];
  systemName: (systemId: number | null) => string;
  busy: boolean;
  chosen: ChosenMails;
  onChoose: (mails: readonly ListedMail[], isChosen: boolean) => void;
  onOpen: (mail: ListedMail) => void;
  /** Opens the correction of the recipient's address. */
  onCorrect: (mail: ListedMail) => void;
  /** The name of the recipient, as a link when they have an account. */
  nameOf: (mail: ListedMail) => ReactNode;
}

export function MailTable({
  mails,
  systemName,
  busy,
  chosen,
  onChoose,
  onOpen,
  onCorrect,
  nameOf,
}: MailTableProps) {
  const { t, columnDateTime, time } = useTexts();
  const sayMail = useSayMail();
  const retryable = mails.filter(isRetryable);
  // The box that selects the page takes arrived mails only when there are no others, so that nobody gets a
  // mail twice by mistake.
  const ofPage = retryable.length > 0 ? retryable : mails.filter(isSelectable);
  const chosenHere = ofPage.filter(({ id }) => chosen.has(id)).length;
  const nameText = ({ recipientName, recipient }: ListedMail) => recipientName || recipient;
  const nextTry = ({ nextTryAt, state }: ListedMail) =>
    nextTryAt && state === 'waiting' ? t('Mail.NextTry', { time: time(nextTryAt) }) : null;
  const trouble = (mail: ListedMail) =>
    join(
      nextTry(mail),
      mail.answered && t(`Mail.Answered.${mail.answered}`),
      mail.resentTo && t('Mail.ResentTo', { email: mail.resentTo }),
      mail.state === 'sent' || mail.state === 'resent' ? null : mail.lastError,
    );
  return (
    <DataTable
      caption={t('OutboxPage.Title')}
      busy={busy}
      rows={mails}
      keyOf={({ id }) => id}
      rowProps={({ id }) => ({ 'aria-selected': chosen.has(id) })}
      columns={[
        {
          heading: t('Users.Select.One'),
          head: (
            <SelectBox
              label={t('Users.Select.Page')}
              checked={chosenHere > 0 && chosenHere === ofPage.length}
              isPartial={chosenHere > 0 && chosenHere < ofPage.length}
              disabled={ofPage.length === 0}
              onChange={(isChosen) => onChoose(ofPage, isChosen)}
            />
          ),
          headClassName: 'w-14',
          cell: (mail) => (
            <SelectBox
              label={t('Users.Select', { name: nameText(mail) })}
              checked={chosen.has(mail.id)}
              disabled={!isSelectable(mail)}
              onChange={(isChosen) => onChoose([mail], isChosen)}
            />
          ),
        },
        {
          heading: t('Mail.Recipient'),
          lead: true,
          className: '@min-[60rem]:w-[33%] wrap-anywhere',
          cell: (mail) => (
            <>
              <span className="font-medium max-[60rem]:block">{nameOf(mail)}</span>{' '}
              <span className="font-normal text-muted text-sm">
                <BreakableAddress address={mail.recipient} />
              </span>
            </>
          ),
        },
        {
          heading: t('Mail.Subject'),
          className: '@min-[60rem]:w-[28%] @min-[60rem]:text-sm wrap-anywhere',
          lang: ({ language }) => language,
          cell: (mail) => (
            <button
              type="button"
              className="min-h-6 cursor-pointer text-left underline-offset-4 hover:underline"
              onClick={() => onOpen(mail)}
            >
              {mail.subject}
            </button>
          ),
        },
        {
          heading: t('Mail.System'),
          className: '@min-[60rem]:text-sm',
          givesWay: true,
          cell: ({ systemId }) => systemName(systemId),
        },
        {
          heading: t('Mail.State'),
          className: '@min-[60rem]:w-[17%] wrap-anywhere',
          cell: (mail) => (
            <>
              <StateChip tone={sayMail(mail).tone}>{sayMail(mail).word}</StateChip>{' '}
              {trouble(mail) && <span className="text-muted text-sm">{trouble(mail)}</span>}
            </>
          ),
        },
        {
          heading: t('Mail.When'),
          cell: ({ sentAt, queuedAt }) => (
            <span className="whitespace-nowrap text-sm tabular-nums">
              {columnDateTime(sentAt ?? queuedAt)}
            </span>
          ),
        },
      ]}
      actions={(mail) => (
        <RowActions label={t('List.ActionsOf', { name: nameText(mail) })}>
          <RetryMail mail={mail} look="icon" onCorrect={() => onCorrect(mail)} />
          <IconButton
            size="sm"
            tone="accent"
            icon={EyeIcon}
            label={t('Mail.Open', { name: nameText(mail) })}
            onClick={() => onOpen(mail)}
          />
        </RowActions>
      )}
    />
  );
}

const join = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ');
