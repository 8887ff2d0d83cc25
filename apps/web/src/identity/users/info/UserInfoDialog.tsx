import { getUserInfo, type UserInfo } from '@guichet/contract/identity/users.changes';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query } from '../../../core/call/query.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { DialogActions } from '../../../ui/aria/Dialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { PencilIcon } from '../../../ui/icons/moreIcons.tsx';
import type { Person } from '../person.ts';
import { Undelivered } from './Undelivered.tsx';
import { UserExams } from './UserExams.tsx';
import { UserFacts, UserPlaces } from './UserFacts.tsx';

export interface UserInfoDialogProps {
  /** Null while closed. */
  person: Person | null;
  systemName: (systemId: number) => string;
  /** The reader's help for the person, above the facts. */
  help: (user: UserInfo) => ReactNode;
  /** The content of other districts about the person, below the facts. */
  history: (user: UserInfo) => ReactNode;
  /** A further button, for the actions of other districts on the person. */
  action: (user: UserInfo) => ReactNode;
  /** The actions of other districts on an exam of the person. */
  examAction: (user: UserInfo, exam: UserInfo['exams'][number]) => ReactNode;
  onCorrect: (user: UserInfo, field?: 'email') => void;
  /** The button that sends a mail again, from the mail district. */
  resend: (mail: NonNullable<UserInfo['undelivered']>, user: UserInfo) => ReactNode;
  onClose: () => void;
}

/** Everything about a person that the reader may see. */
export function UserInfoDialog({
  person,
  systemName,
  help,
  history,
  action,
  examAction,
  onCorrect,
  resend,
  onClose,
}: UserInfoDialogProps) {
  const t = useT();
  const language = useLanguage();
  const { id = 0, fullName = '' } = useLastGiven(person) ?? {};
  const info = useQuery({ ...query(getUserInfo, { body: { id }, language }), enabled: person !== null });
  return (
    <ClosableDialog open={person !== null} onClose={onClose} title={fullName}>
      <Loaded query={info} lines={8}>
        {(user) => (
          <div className="flex flex-col gap-6">
            {user.undelivered && (
              <Undelivered
                mail={user.undelivered}
                onCorrect={user.mayManage ? () => onCorrect(user, 'email') : null}
                resend={resend(user.undelivered, user)}
              />
            )}
            {(user.mayManage || user.mayCorrect) && (
              <div className="flex flex-wrap gap-2">
                <Button icon={PencilIcon} onClick={() => onCorrect(user)}>
                  {t('Correction.Start')}
                </Button>
              </div>
            )}
            <UserExams
              exams={user.exams}
              systemName={systemName}
              examAction={(exam) => examAction(user, exam)}
            />
            {help(user)}
            <UserFacts user={user} />
            {history(user)}
            <UserPlaces user={user} systemName={systemName} />
          </div>
        )}
      </Loaded>
      <DialogActions>
        <Button onClick={onClose}>{t('Dialog.Close')}</Button>
        {info.data && action(info.data)}
      </DialogActions>
    </ClosableDialog>
  );
}
