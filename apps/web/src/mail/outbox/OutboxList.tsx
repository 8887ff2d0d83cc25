import type { ReplyOf } from '@guichet/contract/core/endpoint';
import type { listMails } from '@guichet/contract/mail/outbox';
import type { ChangeAddress, ValuesOf } from '../../core/address/useAddress.ts';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { NarrowedLine } from '../../core/lists/filters/NarrowedLine.tsx';
import { ListFooter } from '../../core/lists/ListFooter.tsx';
import { type Loadable, Loaded } from '../../core/lists/states/Loaded.tsx';
import { useDelayedFlag } from '../../core/timing/useDelayedFlag.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { MailIcon } from '../../ui/icons/publicIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { ChosenMailsBar } from './ChosenMailsBar.tsx';
import { useChosenMails } from './chosenMails.ts';
import { MailFilters } from './MailFilters.tsx';
import { MailStatesBar } from './MailStatesBar.tsx';
import { MailTable, type MailTableProps } from './MailTable.tsx';
import { mailPageSizes, type outboxParams } from './outboxParams.ts';

export interface OutboxListProps {
  query: Loadable<ReplyOf<typeof listMails>> & { isPlaceholderData: boolean };
  filter: ValuesOf<typeof outboxParams>;
  onChange: ChangeAddress<typeof outboxParams>;
  systems: readonly { id: number; name: string }[];
  systemName: (id: number | null) => string;
  nameOf: MailTableProps['nameOf'];
  onCorrect: MailTableProps['onCorrect'];
  /** The only exam whose mails are shown; null for all exams, and until the exam is known. */
  onlyExam: OutboxExam | null;
}

export interface OutboxExam {
  title: string;
  examDate: string;
  href: string;
}

export function OutboxList(props: OutboxListProps) {
  const { query, filter, onChange, systems, systemName, nameOf, onCorrect, onlyExam } = props;
  const t = useT();
  const isSlow = useDelayedFlag(query.isPlaceholderData);
  const { system, exam, state, kind, only, q } = filter;
  const { chosen, choose, set } = useChosenMails(JSON.stringify([system, exam, state, kind, only, q]));
  const isFiltered = Boolean(system || exam || state || kind || only || q);
  // Who has dealt with the last failure has searched for nothing.
  const found = state && !q ? 'OutboxPage.NoneOfState' : 'OutboxPage.NothingFound';
  const emptyTitle =
    found === 'OutboxPage.NoneOfState' && state === 'failed' ? 'OutboxPage.NoFailures' : found;
  const showAll = () =>
    onChange({ system: null, exam: null, state: null, kind: null, only: null, q: '', page: 1 });

  return (
    <Card flush>
      <div className="flex flex-col gap-2 border-line border-b px-5 py-2">
        <MailFilters filter={filter} onChange={onChange} systems={systems} />
        {filter.exam !== null && (
          <NarrowedLine
            allLabel={t(system === null ? 'Mail.AllMails' : 'Mail.AllOfSystem')}
            onAll={() => onChange({ exam: null, page: 1 })}
          >
            {onlyExam ? <OfExam {...onlyExam} /> : t('Mail.OneExam')}
          </NarrowedLine>
        )}
        {filter.only !== null && (
          <NarrowedLine allLabel={t('Mail.AllMails')} onAll={() => onChange({ only: null, page: 1 })}>
            {t(`Mail.Only.${filter.only}`)}
          </NarrowedLine>
        )}
        {query.data && query.data.totalItems > 0 && (
          <MailStatesBar
            oneLine
            counts={query.data.states}
            leadOf={(one) => ({
              filter: {
                isOn: state === one,
                toggle: () => onChange({ state: state === one ? null : one, page: 1 }),
              },
            })}
          />
        )}
      </div>
      <ChosenMailsBar chosen={chosen} filter={filter} states={query.data?.states ?? {}} onChange={set} />
      <Loaded query={query} lines={8}>
        {({ mails, totalItems }) =>
          totalItems === 0 ? (
            <EmptyState
              icon={MailIcon}
              title={t(isFiltered ? emptyTitle : 'OutboxPage.Empty')}
              action={isFiltered && <Button onClick={showAll}>{t('OutboxPage.ShowAll')}</Button>}
            >
              {t(isFiltered ? `${found}.Text` : 'OutboxPage.Empty.Text')}
            </EmptyState>
          ) : (
            <>
              <MailTable
                mails={mails}
                systemName={systemName}
                busy={isSlow}
                chosen={chosen}
                onChoose={choose}
                onOpen={(mail) => onChange({ mail: mail.id })}
                onCorrect={onCorrect}
                nameOf={nameOf}
              />
              <div className="border-line border-t px-5 py-2">
                <ListFooter
                  label={t('Mail.Pages')}
                  total={totalItems}
                  page={filter.page}
                  size={filter.size}
                  sizes={mailPageSizes}
                  maxLinks={5}
                  onPage={(page) => onChange({ page })}
                  onSize={(size) => onChange({ size, page: 1 }, 'replace')}
                />
              </div>
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

/** Names the exam of the mails, with a link back to its page. */
function OfExam({ title, examDate, href }: OutboxExam) {
  const { t, longDay } = useTexts();
  return (
    <span className="wrap-anywhere min-w-0">
      {t('Mail.OfExam')}{' '}
      <a href={href} className="text-accent-ink underline underline-offset-4">
        {t('Mail.OfExam.Exam', { title, day: longDay(examDate) })}
      </a>
    </span>
  );
}
