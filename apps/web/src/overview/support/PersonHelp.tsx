import type { HistoryEntry, InvitationToResend, PersonHistory } from '@guichet/contract/overview/support';
import { useTexts } from '../../core/i18n/formats.ts';
import { Loaded } from '../../core/lists/states/Loaded.tsx';
import { StateChip } from '../../ui/states/Badge.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { type HistorySays, MailLink } from './HistoryList.tsx';
import { usePersonHistory } from './PersonHistory.tsx';
import { SupportActions, type SupportActionsProps } from './SupportActions.tsx';

interface PersonHelpProps extends Omit<SupportActionsProps, 'history'> {
  /** Names the system in the titles where exams are of several. */
  nameApart: (exams: readonly InvitationToResend[]) => readonly InvitationToResend[];
  says: HistorySays;
}

/** Help for a person who calls: why they cannot sign in, a password link, the invitation again. */
export function PersonHelp({ nameApart, says, ...props }: PersonHelpProps) {
  const history = usePersonHistory(props.person.id);
  return (
    <Loaded query={history} lines={2}>
      {(found) => (
        <div className="flex flex-col gap-3">
          <LastMail entry={found.entries.find(({ event }) => event === 'mailed')} says={says} />
          {found.wrongTries && <WrongTries {...found.wrongTries} />}
          <SupportActions {...props} history={{ ...found, invitations: nameApart(found.invitations) }} />
        </div>
      )}
    </Loaded>
  );
}

/** Subject, state and link of the last mail to a person. */
function LastMail({ entry, says }: { entry: HistoryEntry | undefined; says: HistorySays }) {
  const { t, longDateTime } = useTexts();
  if (!entry?.mail) return null;
  const { subject, language, state, link } = entry.mail;
  return (
    <p className="wrap-anywhere flex flex-wrap items-baseline gap-x-2 text-sm">
      <span className="text-muted">{t('Support.LastMail')}</span>
      <span lang={language}>{subject}</span>
      <StateChip tone={says.mail(state).tone}>{says.mail(state).word}</StateChip>
      <span>{longDateTime(entry.at)}</span>
      {link && <MailLink term={link} />}
    </p>
  );
}

/** Says how often a person has failed to sign in, and until when they have to wait. */
function WrongTries({ count, waitUntil }: NonNullable<PersonHistory['wrongTries']>) {
  const { t, longDateTime } = useTexts();
  return (
    <Notice tone="warning" title={t('Support.WrongTries', { count })}>
      {waitUntil && t('Support.WrongTries.Wait', { when: longDateTime(waitUntil) })}
    </Notice>
  );
}
