import type { InvitationToResend, PersonHistory } from '@guichet/contract/overview/support';
import { useTexts } from '../../core/i18n/formats.ts';
import { Loaded } from '../../core/lists/states/Loaded.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { usePersonHistory } from './PersonHistory.tsx';
import { SupportActions, type SupportActionsProps } from './SupportActions.tsx';

interface PersonHelpProps extends Omit<SupportActionsProps, 'history'> {
  /** Names the system in the titles where exams are of several. */
  nameApart: (exams: readonly InvitationToResend[]) => readonly InvitationToResend[];
}

/** Help for a person who calls: why they cannot sign in, a password link, the invitation again. */
export function PersonHelp({ nameApart, ...props }: PersonHelpProps) {
  const history = usePersonHistory(props.person.id);
  return (
    <Loaded query={history} lines={2}>
      {(found) => (
        <div className="flex flex-col gap-3">
          {found.wrongTries && <WrongTries {...found.wrongTries} />}
          <SupportActions {...props} history={{ ...found, invitations: nameApart(found.invitations) }} />
        </div>
      )}
    </Loaded>
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
