import { getUserInfo, type UserInfo } from '@guichet/contract/identity/users.changes';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { query, useQuery } from '../../../core/call/query.ts';
import { useLanguage, useT, useTexts } from '../../../core/i18n/formats.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { isPaletteKey, usePaletteOpener } from '../../../core/page/palette.ts';
import { ClosableDialog, useDialogAround } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { DialogActions } from '../../../ui/aria/Dialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { ClockIcon, PencilIcon } from '../../../ui/icons/moreIcons.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import type { Person } from '../person.ts';
import { UserExams } from './UserExams.tsx';
import { UserFacts, UserPlaces } from './UserFacts.tsx';

export interface UserInfoDialogProps {
  person: Person | null;
  systemName: (systemId: number) => string;
  /** The reader's help for the person, above the facts. */
  help: (user: UserInfo) => ReactNode;
  /** The content of other districts about the person, below the facts. */
  further: (user: UserInfo) => ReactNode;
  /** The history of the person, last, since it is long: a button at the top leads there. */
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

/** Leads from one person to the next caller's: the panel closes, after a question where it holds typed text, and the palette opens. */
function PaletteKey({ onLeave }: { onLeave: () => void }) {
  const openPalette = usePaletteOpener();
  const { leave } = useDialogAround();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isPaletteKey(event) || document.querySelectorAll('[role$="dialog"]').length > 1) return;
    event.preventDefault();
    leave(() => {
      onLeave();
      openPalette?.();
    });
  });
  useEffect(() => {
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, []);
  return null;
}

/** Everything about a person that the reader may see. */
export function UserInfoDialog(props: UserInfoDialogProps) {
  const { person, systemName, help, further, history, action, examAction, onCorrect, resend, onClose } =
    props;
  const t = useT();
  const language = useLanguage();
  const { id = 0, fullName = '' } = useLastGiven(person) ?? {};
  const historyPart = useRef<HTMLDivElement>(null);
  const info = useQuery({ ...query(getUserInfo, { body: { id }, language }), enabled: person !== null });

  function showHistory() {
    historyPart.current?.scrollIntoView();
    historyPart.current?.focus({ preventScroll: true });
  }

  return (
    <ClosableDialog open={person !== null} onClose={onClose} title={fullName} size="lg">
      <PaletteKey onLeave={onClose} />
      <Loaded query={info} lines={8}>
        {(user) => (
          <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_auto_1fr]">
            <div className="flex flex-col gap-6 lg:col-span-2">
              {user.undelivered && (
                <Undelivered
                  mail={user.undelivered}
                  onCorrect={user.mayManage ? () => onCorrect(user, 'email') : null}
                  resend={resend(user.undelivered, user)}
                />
              )}
              <div className="flex flex-wrap gap-2">
                {(user.mayManage || user.mayCorrect) && (
                  <Button icon={PencilIcon} onClick={() => onCorrect(user)}>
                    {t('Correction.Start')}
                  </Button>
                )}
                <Button icon={ClockIcon} onClick={showHistory}>
                  {t('Support.Title')}
                </Button>
              </div>
            </div>
            <div className="flex flex-col gap-6">
              <UserExams
                exams={user.exams}
                systemName={systemName}
                examAction={(exam) => examAction(user, exam)}
              />
              {help(user)}
            </div>
            <div className="flex flex-col gap-6 lg:col-start-2 lg:row-span-2">
              <UserFacts user={user} />
              <UserPlaces user={user} systemName={systemName} />
            </div>
            <div className="flex flex-col gap-6">
              {further(user)}
              <div ref={historyPart} tabIndex={-1} className="scroll-mt-4 outline-none">
                {history(user)}
              </div>
            </div>
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

interface UndeliveredProps {
  mail: NonNullable<UserInfo['undelivered']>;
  /** Opens the correction of the person; null when the reader may not correct them. */
  onCorrect: (() => void) | null;
  /** The button that sends the mail again; null without one. */
  resend: ReactNode;
}

/** Says that the latest mail did not arrive and why; asks for a new address unless the sender errs. */
function Undelivered({ mail, onCorrect, resend }: UndeliveredProps) {
  const { t, longDateTime } = useTexts();
  const { state, subject, recipient: email, reason, at, isSenderFault } = mail;
  return (
    <Notice
      tone={state === 'delayed' ? 'warning' : 'danger'}
      title={t(`UserInfo.Undelivered.${state}`, { subject, email })}
      action={
        state !== 'delayed' &&
        onCorrect && (
          <span className="flex flex-wrap gap-2">
            {!isSenderFault && (
              <SmallButton onClick={onCorrect}>{t('UserInfo.Undelivered.Correct')}</SmallButton>
            )}
            {resend}
          </span>
        )
      }
    >
      {[reason, longDateTime(at)].filter(Boolean).join('\n')}
    </Notice>
  );
}
