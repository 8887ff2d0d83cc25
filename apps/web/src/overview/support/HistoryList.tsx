import type { LinkTerm } from '@guichet/contract/identity/account';
import type { placeStates } from '@guichet/contract/learning/learning.states';
import type { mailStates } from '@guichet/contract/mail/outbox.states';
import { type HistoryEntry, historyFacts } from '@guichet/contract/overview/support';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import type { SayState } from '../../core/lists/stateLook.ts';
import { StateChip } from '../../ui/states/Badge.tsx';

/** Labels of states, from the districts that own the states. */
export interface HistorySays {
  readonly mail: SayState<(typeof mailStates)[number]>;
  /** The words of a role such as `admin:3`. */
  readonly role: (role: string) => string;
  readonly platform: SayState<(typeof placeStates)[number]>;
  /** The short name of a system, where the events are of several. */
  readonly system: (systemId: number) => string;
}

export interface HistoryListProps {
  entries: readonly HistoryEntry[];
  isCut: boolean;
  says: HistorySays;
  /** Renders the actions of other districts on an event. */
  entryAction: (entry: HistoryEntry) => ReactNode;
}

/** The events of a person, newest first. */
export function HistoryList({ entries, isCut, ...others }: HistoryListProps) {
  const t = useT();
  const isOfSeveral = new Set(entries.flatMap(({ systemId }) => systemId ?? [])).size > 1;
  if (entries.length === 0) return <p className="text-muted">{t('Support.Empty')}</p>;
  return (
    <>
      <ol aria-label={t('Support.Title')} className="flex flex-col border-line border-t">
        {entries.map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and each list is new
          <Entry key={place} entry={entry} isOfSeveral={isOfSeveral} {...others} />
        ))}
      </ol>
      {isCut && <p className="text-muted text-sm">{t('Support.Cut')}</p>}
    </>
  );
}

interface EntryProps extends Pick<HistoryListProps, 'says' | 'entryAction'> {
  entry: HistoryEntry;
  isOfSeveral: boolean;
}

function Entry({ entry, isOfSeveral, says, entryAction }: EntryProps) {
  const { t, list, longDateTime } = useTexts();
  const { event, mail, platformState, exam, formerExam, fileName, address, by, isOfOthers, changes } = entry;
  const { presence, roles, systemId } = entry;
  const system = isOfSeveral && systemId !== null && says.system(systemId);
  const isMail = event === 'mailed' || event === 'mailBounced' || event === 'mailDelayed';
  const look =
    event === 'mailed' && mail
      ? says.mail(mail.state)
      : event === 'sentToPlatform' && platformState && platformState !== 'done'
        ? says.platform(platformState)
        : null;
  const change =
    address &&
    (address.to === null ? address.from : t('Audit.Change', { from: address.from, to: address.to }));
  const said = (field: Changed['field'], value: string | null) => {
    if (value === null || value === '') return t('Corrections.Now.None');
    return field === 'language' && (value === 'fr' || value === 'en') ? t(`Language.${value}`) : value;
  };
  const changed = changes.map(({ field, from, to }) => {
    const value = t('Audit.Change', { from: said(field, from), to: said(field, to) });
    return t('Corrections.Now.Fact', { name: t(`User.${field}`), value });
  });
  const author = isOfOthers ? t('Support.By.Others') : by && t('Support.By', { name: by });
  const move = exam && formerExam && t('Audit.Change', { from: formerExam, to: exam });
  const ticked =
    event === 'candidate.presenceTicked' && t(presence ? `Presence.${presence}` : 'Support.Unticked');
  const rolesIn = (named: readonly string[]) => list(named.map(says.role));
  const given = roles?.given.length ? t('Support.RolesGiven', { roles: rolesIn(roles.given) }) : '';
  const taken = roles?.taken.length ? t('Support.RolesTaken', { roles: rolesIn(roles.taken) }) : '';
  const details = [change, ...changed, given, taken, ticked, move || exam, system, fileName, author].filter(
    Boolean,
  );
  return (
    <li className="grid gap-x-4 border-line border-b py-1.5 sm:grid-cols-[10rem_1fr]">
      <time dateTime={entry.at.toISOString()} className="text-muted text-sm tabular-nums">
        {longDateTime(entry.at)}
      </time>
      <div className="wrap-anywhere min-w-0">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-ink">
            {t(isFact(event) ? `Support.Event.${event}` : `Audit.Action.${event}`)}
          </span>
          {look && <StateChip tone={look.tone}>{look.word}</StateChip>}
        </span>
        {mail && isMail && (
          <span className="block text-muted text-sm">
            <span lang={mail.language}>{mail.subject}</span> · {mail.recipient}
          </span>
        )}
        {details.length > 0 && <span className="block text-muted text-sm">{details.join(' · ')}</span>}
        {mail?.problem && isMail && (
          <span
            className={clsx('block text-sm', mail.state === 'cancelled' ? 'text-muted' : 'text-danger-ink')}
          >
            {mail.problem}
          </span>
        )}
        {mail?.delay && event === 'mailed' && (
          <span className="block text-muted text-sm">{t('Support.Delay', { reason: mail.delay })}</span>
        )}
        {mail?.nextTryAt && (
          <span className="block text-muted text-sm">
            {t('Mail.NextTryOn', { when: longDateTime(mail.nextTryAt) })}
          </span>
        )}
        {mail?.link && event === 'mailed' && <MailLink term={mail.link} />}
        {entryAction(entry)}
      </div>
    </li>
  );
}

type Changed = HistoryEntry['changes'][number];
type Fact = (typeof historyFacts)[number];

function isFact(event: HistoryEntry['event']): event is Fact {
  return (historyFacts as readonly string[]).includes(event);
}

/** Until when the link of a mail works, or that it does not work any more. */
export function MailLink({ term: { state, until, lastDay } }: { term: LinkTerm }) {
  const { t, longDay, longDateTime } = useTexts();
  const time = lastDay ? longDay(lastDay) : until && longDateTime(until);
  const words = {
    good: time
      ? t(lastDay ? 'Support.MailLink.Through' : 'Support.MailLink.Until', { time })
      : t('Support.MailLink.Open'),
    used: t('Support.MailLink.Used'),
    over: time ? t('Support.MailLink.Since', { time }) : t('Support.MailLink.Over'),
  };
  return <span className="block text-muted text-sm">{words[state]}</span>;
}
