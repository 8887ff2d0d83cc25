import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import type { UserInfo } from '@guichet/contract/identity/users.changes';
import { useCallback, useState } from 'react';
import { isExamOver } from '../../../core/parts/mails/isExamOver.ts';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { PersonRequests } from '../../../exams/candidate/corrections/written/PersonRequests.tsx';
import type { AddCandidateProps } from '../../../exams/places/AddCandidate.tsx';
import { ListValuesSection } from '../../../exams/places/ListValuesSection.tsx';
import { ExtraTimeSection } from '../../../exams/results/extraTime/ExtraTimeSection.tsx';
import { ResendMails, RetryMail } from '../../../mail/outbox/mail/RetryMail.tsx';
import { PersonHelp } from '../../../overview/support/PersonHelp.tsx';
import { PersonHistory } from '../../../overview/support/PersonHistory.tsx';
import { SuperAdmins } from '../../access/SuperAdmins.tsx';
import { ResetFactorsDialog } from '../../factors/ResetFactorsDialog.tsx';
import { UserIdentities } from '../../federation/Identities.tsx';
import { UserSessionsDialog } from '../../sessions/list/UserSessionsDialog.tsx';
import { CorrectionDialog } from '../../users/correction/CorrectionDialog.tsx';
import { type Emergency, EmergencyDialog } from '../../users/info/EmergencyDialog.tsx';
import { UserInfoDialog } from '../../users/info/UserInfoDialog.tsx';
import { NewUserDialog } from '../../users/newUser/NewUserDialog.tsx';
import type { SoughtRole } from '../../users/newUser/NewUserForm.tsx';
import { ChangePasswordDialog } from '../../users/password/ChangePasswordDialog.tsx';
import type { Asked, Person } from '../../users/person.ts';
import { DeleteUserDialog } from '../../users/removal/DeleteUserDialog.tsx';
import { RolesDialog } from '../../users/roles/RolesDialog.tsx';
import { AddPerson } from './AddPerson.tsx';
import { InvitationNotices } from './forecast/InvitationNotices.tsx';
import { HistoryActions } from './HistoryActions.tsx';
import { MoveExam } from './move/MoveExam.tsx';
import { type PlaceDialog, PlaceDialogs } from './move/PlaceDialogs.tsx';
import { PersonActions } from './PersonActions.tsx';
import { PlaceAccount } from './PlaceAccount.tsx';
import { ActAs } from './panel/ActAs.tsx';
import { usePanelWords } from './panel/usePanelWords.ts';

type OpenedDialog =
  | { readonly kind: 'newCandidate' }
  | { readonly kind: 'newUser'; readonly sought?: SoughtRole | null }
  | { readonly kind: 'roles'; readonly person: Person; readonly proposed?: readonly string[] }
  | {
      readonly kind: 'password' | 'info' | 'impersonate' | 'resetFactors' | 'sessions';
      readonly person: Person;
    }
  | { readonly kind: 'delete'; readonly person: UserInfo }
  | {
      readonly kind: 'correction';
      readonly person: Person;
      readonly field?: 'email' | undefined;
      readonly asked?: Asked;
    }
  | PlaceDialog
  | { readonly kind: 'emergency'; readonly emergency: Emergency; readonly person: Person };

/** The open dialog about people, and functions that stay the same at each render. */
export function useUserDialogs(first: OpenedDialog | null = null) {
  const [opened, open] = useState(first);
  const openPassword = useCallback((person: Person) => open({ kind: 'password', person }), []);
  const openInfo = useCallback((person: Person) => open({ kind: 'info', person }), []);
  return { opened, open, openPassword, openInfo };
}

export interface UserDialogsProps {
  dialogs: Pick<ReturnType<typeof useUserDialogs>, 'opened' | 'open'>;
  /** The system of the page: that of `exam`, and whose administrator role a new user has unless Admin - DC can be granted. */
  systemId?: number;
  /** The exam of the page, in which a new user is placed. */
  exam?: ExamSummary | null;
}

/** The dialogs about people, shared by the search and the Users tab. */
export function UserDialogs({ dialogs: { opened, open }, systemId, exam }: UserDialogsProps) {
  const onClose = () => open(null);
  const { home, entranceOf, systemName, says, nameApart } = usePanelWords();
  const mayReadMails = home?.isSuperAdmin || home?.entrances.some(({ isAdmin }) => isAdmin);
  const personOf = (kind: OpenedDialog['kind']) =>
    opened && 'person' in opened && opened.kind === kind ? opened.person : null;

  const panelOf =
    personOf('info') ?? (opened && 'exam' in opened && opened.isOverPanel ? opened.person : null);
  const deleted = useLastGiven(opened?.kind === 'delete' ? opened : null);
  const [impersonated, signedIn] = [personOf('impersonate'), personOf('sessions')];

  const placeButton =
    systemId !== undefined && exam
      ? (props: Pick<AddCandidateProps, 'email' | 'insteadOf' | 'onDone'>) => (
          <PlaceAccount systemId={systemId} exam={exam} isOver={isExamOver(exam)} {...props} />
        )
      : null;

  function configurationOf(id: number): string | null {
    const entrance = entranceOf(id);
    return entrance?.isAdmin ? `/${entrance.slug}/configuration` : null;
  }

  /** The exam of the page, or else all coming exams of the person. */
  function examsShown({ exams }: UserInfo): Readonly<UserInfo['exams']> {
    const held = exams.filter(({ isCancelled }) => !isCancelled);
    if (exam) return held.filter(({ examId }) => examId === exam.id);
    return nameApart(
      held.filter(({ date, endDate }) => !isExamOver({ date, endTime: '', lastDay: endDate })),
    );
  }

  /** Whether the reader may change the place of a person in an exam: correct its values, or undo what took it away. */
  const mayChangePlace = ({ systemId: of, isCancelled }: UserInfo['exams'][number]) =>
    !isCancelled && entranceOf(of)?.isAdmin === true;

  return (
    <>
      <NewUserDialog
        open={opened?.kind === 'newUser'}
        systemId={systemId ?? null}
        exam={exam ?? null}
        sought={opened?.kind === 'newUser' ? opened.sought : null}
        existing={{
          onGiveRoles: (person, proposed) => open({ kind: 'roles', person, proposed }),
          addToExam: placeButton && ((email, onDone) => placeButton({ email, onDone })),
        }}
        onClose={onClose}
      />
      {systemId !== undefined && exam && (
        <AddPerson open={opened?.kind === 'newCandidate'} systemId={systemId} exam={exam} onClose={onClose} />
      )}
      <ChangePasswordDialog person={personOf('password')} onClose={onClose} />
      <UserInfoDialog
        person={panelOf}
        systemName={systemName}
        help={(user) => (
          <>
            <PersonHelp
              key={user.id}
              person={user}
              configurationOf={configurationOf}
              nameApart={nameApart}
              says={says}
              missingFacts={(exams) => (
                <InvitationNotices exams={exams} reader={user.language} configurationOf={configurationOf} />
              )}
            />
            <PersonRequests key={`requests ${user.id}`} person={user} />
          </>
        )}
        further={(user) => (
          <>
            {home?.isSuperAdmin && <UserIdentities userId={user.id} />}
            {examsShown(user).map(({ systemId: of, examId, title, listValues, ...enrolment }) => (
              <ListValuesSection
                key={examId}
                candidate={{ systemId: of, examId, userId: user.id }}
                exam={title}
                listValues={listValues ?? {}}
                mayCorrect={mayChangePlace({ systemId: of, examId, title, ...enrolment })}
              />
            ))}
            {examsShown(user)
              .filter(({ systemId: of }) => entranceOf(of)?.seesExtraTime)
              .map(({ systemId: of, examId, title }) => (
                <ExtraTimeSection
                  key={examId}
                  candidate={{ systemId: of, examId, userId: user.id }}
                  name={user.fullName}
                  exam={title}
                />
              ))}
          </>
        )}
        history={(user) => (
          <PersonHistory
            superAdmins={<SuperAdmins />}
            key={user.id}
            personId={user.id}
            systemName={systemName}
            says={says}
            entryAction={(entry) => (
              <HistoryActions
                personId={user.id}
                entry={entry}
                onPutBack={(exam) => open({ kind: 'putBack', person: user, exam, isOverPanel: true })}
              />
            )}
            mailsHref={mayReadMails ? `/outbox?q=${encodeURIComponent(user.email)}` : null}
          />
        )}
        action={(user) => (
          <PersonActions
            user={user}
            isSuperAdmin={home?.isSuperAdmin ?? false}
            onOpen={(kind) => open({ kind, person: user })}
            onEmergency={(emergency) => open({ kind: 'emergency', emergency, person: user })}
          />
        )}
        examAction={(person, { examId }) =>
          nameApart(person.exams)
            .filter((one) => one.examId === examId)
            .map((enrolment) => (
              <MoveExam
                key={examId}
                exam={enrolment}
                onMove={() => open({ kind: 'move', person, exam: enrolment, isOverPanel: true })}
                writeTo={{ id: person.id, fullName: person.fullName, email: person.email }}
                onUnenrol={() => open({ kind: 'unenrol', person, exam: enrolment, isOverPanel: true })}
              />
            ))
        }
        onCorrect={(person, field) => open({ kind: 'correction', person, field })}
        resend={({ mailId: id, state, recipient }, { email }) => (
          <RetryMail mail={{ id, state, recipient, recipientName: '' }} look="button" to={email} />
        )}
        onClose={onClose}
      />
      <CorrectionDialog
        person={personOf('correction')}
        asked={opened?.kind === 'correction' ? opened.asked : undefined}
        startsAtAddress={opened?.kind === 'correction' && opened.field === 'email'}
        resend={(mailIds, email, onDone) => <ResendMails mailIds={mailIds} email={email} onDone={onDone} />}
        onOpenPerson={(person) => open({ kind: 'info', person })}
        placeInstead={(email, insteadOf, onDone) => placeButton?.({ email, insteadOf, onDone })}
        onClose={onClose}
      />
      <RolesDialog
        person={personOf('roles')}
        proposed={opened?.kind === 'roles' ? opened.proposed : []}
        systemName={systemName}
        givesExtraTime={(id) => entranceOf(id)?.seesExtraTime === true}
        onClose={onClose}
      />
      <PlaceDialogs
        opened={opened && 'exam' in opened ? opened : null}
        mayUndo={mayChangePlace}
        onDone={onClose}
        onClose={() => open(panelOf && { kind: 'info', person: panelOf })}
      />
      <DeleteUserDialog
        systemId={deleted?.person.deletableFrom ?? 0}
        person={personOf('delete')}
        {...(deleted?.person.maySetRoles && {
          onRoles: () => open({ kind: 'roles', person: deleted.person }),
        })}
        onClose={onClose}
      />
      <ResetFactorsDialog person={personOf('resetFactors')} onClose={onClose} />
      {impersonated && <ActAs user={impersonated} onClose={onClose} />}
      {opened?.kind === 'emergency' && (
        <EmergencyDialog kind={opened.emergency} person={opened.person} onClose={onClose} />
      )}
      {signedIn && <UserSessionsDialog user={signedIn} onClose={onClose} />}
    </>
  );
}
