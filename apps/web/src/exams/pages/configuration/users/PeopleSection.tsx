import type { ListedExam } from '@guichet/contract/exams/exams.list';
import { listExtraTimes } from '@guichet/contract/exams/results.extraTime';
import type { ListedUser } from '@guichet/contract/identity/users';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../../core/address/useAddress.ts';
import { query, useQuery } from '../../../../core/call/query.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { NarrowedLine } from '../../../../core/lists/filters/NarrowedLine.tsx';
import { Loaded } from '../../../../core/lists/states/Loaded.tsx';
import { useDelayedFlag } from '../../../../core/timing/useDelayedFlag.ts';
import { useEntrance } from '../../../../identity/access/useEntrance.ts';
import { UnenrolPerson } from '../../../../identity/pages/users/move/UnenrolPerson.tsx';
import { UserDialogs, type useUserDialogs } from '../../../../identity/pages/users/UserDialogs.tsx';
import { CandidateFilterBar } from '../../../../identity/users/list/CandidateFilterBar.tsx';
import * as candidateFilters from '../../../../identity/users/list/candidateFilters.ts';
import { UserList } from '../../../../identity/users/list/UserList.tsx';
import { DeleteUserDialog } from '../../../../identity/users/removal/DeleteUserDialog.tsx';
import { userListParams } from '../../../../identity/users/userView.ts';
import { useSayPlatformState } from '../../../../learning/platformState.ts';
import { useSayMailState } from '../../../../mail/outbox/mail/mailState.ts';
import { Views } from '../../../../overview/views/Views.tsx';
import { UsersIcon } from '../../../../ui/icons/moreIcons.tsx';
import { EmptyState } from '../../../../ui/states/EmptyState.tsx';
import { ProgressBar } from '../../../../ui/states/ProgressBar.tsx';
import { ExamOutgoingStatus } from '../exams/ExamMails.tsx';
import { ChosenCandidates } from './ChosenCandidates.tsx';
import { NobodyHere } from './NobodyHere.tsx';
import { UserActions } from './UserActions.tsx';
import { useShownUsers } from './useShownUsers.ts';

export const peopleParams = { ...userListParams, ...candidateFilters.candidateFilterParams };

/** The parameters that a saved view of candidates keeps; they fit every exam. */
const viewParams = ['q', 'sort', ...Object.keys(candidateFilters.candidateFilterParams)];

export interface PeopleSectionProps {
  systemId: number;
  /** Null for the list of everyone in the system. */
  examId: number | null;
  /** Null for everyone in the system, and while loading. */
  exam: ListedExam | null;
  caption: string;
  isAdmin: boolean;
  /** Whether the exam is cancelled, so that the list offers no change. */
  isCancelled?: boolean;
  dialogs: ReturnType<typeof useUserDialogs>;
  /** Stands beside or below the search. Gets the focus when the last person leaves the list. */
  head?: ReactNode;
  /** Buttons that add people. */
  tools?: ReactNode;
  /** A line below the search, before the tools. */
  line?: (users: readonly ListedUser[]) => ReactNode;
}

/** The candidates of an exam, or everyone in a system, with search, filters, selection and actions. */
export function PeopleSection(props: PeopleSectionProps) {
  const { systemId, examId, exam, caption, dialogs, tools, line } = props;
  const { isCancelled = false } = props;
  const isAdmin = props.isAdmin && !isCancelled;
  const t = useT();
  const [state, change] = useAddress(peopleParams);
  const [leaving, setLeaving] = useState<ListedUser | null>(null);
  const [going, setGoing] = useState<ListedUser | null>(null);
  const says = { mail: useSayMailState(), platform: useSayPlatformState('Enrolment') };
  const users = useShownUsers(systemId, examId, isCancelled);
  const isOfOneExam = examId !== null;
  const { entrance } = useEntrance(systemId);
  const extraTimes = useQuery({
    ...query(listExtraTimes, { params: { systemId, examId: examId ?? 0 } }),
    enabled: isOfOneExam && !isCancelled && entrance?.seesExtraTime === true,
  });
  const isNarrowed = isOfOneExam && state.only === 'notSignedIn';
  const filterCount = isOfOneExam ? candidateFilters.countFilters(state) : 0;
  const head = useFocusWhenEmptied(users.data?.length);
  const reloadSoon = useReloadSoon(users.refetch);

  // S4.2, S4.5: any change of page, order or search fetches the list again.
  const changeList: typeof change = (patch, how) => {
    change(patch, how);
    reloadSoon('q' in patch);
  };

  const filter = (filters: Partial<candidateFilters.CandidateFilters>) =>
    change({ ...filters, page: 1 }, 'replace');

  return (
    <div
      className={
        props.head ? 'xl:grid xl:grid-cols-[24rem_minmax(0,1fr)] xl:*:col-span-full xl:*:min-w-0' : undefined
      }
    >
      {isOfOneExam && <ExamOutgoingStatus />}
      {isNarrowed && (
        <div className="px-5 pt-3">
          <NarrowedLine allLabel={t('Users.AllCandidates')} onAll={() => change({ only: null, page: 1 })}>
            {t('Users.OnlyNotSignedIn')}
          </NarrowedLine>
        </div>
      )}
      <Reloading active={users.isFetching && users.data !== undefined} />
      <div ref={head} tabIndex={-1} className="outline-none xl:col-span-1!">
        {props.head}
      </div>
      <Loaded query={users} lines={6}>
        {(list) => {
          const kept = isOfOneExam ? candidateFilters.filterCandidates(list, state) : list;
          if (list.length > 0 && kept.length === 0 && isNarrowed && filterCount === 1)
            return <EmptyState icon={UsersIcon} title={t('Users.AllSignedIn')} />;
          return list.length > 0 ? (
            <UserList
              key={examId}
              caption={caption}
              exportOf={props.isAdmin ? systemId : null}
              users={list}
              filtering={
                isOfOneExam
                  ? {
                      kept,
                      count: filterCount,
                      bar: (
                        <CandidateFilterBar filters={state} users={list} says={says} onChange={filter}>
                          <Views list="candidates" params={viewParams} size="sm" />
                        </CandidateFilterBar>
                      ),
                      clear: () => filter(candidateFilters.noFilters),
                    }
                  : null
              }
              state={state}
              onChange={changeList}
              says={isOfOneExam ? says : null}
              extended={extraTimes.data?.flatMap(({ id, isGiven }) => (isGiven ? [id] : []))}
              actions={actionsOf}
              onOpen={dialogs.openInfo}
              tools={!line && tools}
              below={
                line && (
                  <div className="flex items-center gap-x-4 gap-y-2 px-5 pb-1 max-sm:items-start">
                    {line(list)}
                    {tools}
                  </div>
                )
              }
              chosenActions={
                isAdmin && exam
                  ? (chosen) => (
                      <ChosenCandidates
                        systemId={systemId}
                        exam={exam}
                        users={chosen}
                        onUndo={() => head.current?.focus({ preventScroll: true })}
                      />
                    )
                  : null
              }
            />
          ) : (
            <>
              <div className="flex justify-end px-5 py-1.5 empty:hidden xl:col-span-1!">{tools}</div>
              <NobodyHere examId={examId} mayImport={isAdmin} isCancelled={isCancelled} />
            </>
          );
        }}
      </Loaded>
      {isOfOneExam && (
        <UnenrolPerson
          systemId={systemId}
          exam={{
            id: examId,
            title: exam?.title ?? '',
            date: exam?.date ?? '',
            endTime: exam?.endTime ?? '',
            lastDay: exam?.lastDay ?? '',
          }}
          mayUndo={isAdmin}
          user={leaving}
          onUndo={() => head.current?.focus({ preventScroll: true })}
          onClose={() => setLeaving(null)}
        />
      )}
      {isAdmin && <DeleteUserDialog systemId={systemId} person={going} onClose={() => setGoing(null)} />}
      <UserDialogs dialogs={dialogs} systemId={systemId} exam={exam} />
    </div>
  );

  function actionsOf(user: ListedUser) {
    return (
      <UserActions
        user={user}
        isAdmin={isAdmin}
        mayUnenrol={isOfOneExam && !isCancelled}
        onInfo={dialogs.openInfo}
        onChangePassword={dialogs.openPassword}
        onMove={(person) =>
          exam &&
          dialogs.open({ kind: 'move', person, exam: { systemId, examId: exam.id, title: exam.title } })
        }
        onUnenrol={setLeaving}
        onDelete={setGoing}
      />
    );
  }
}

/** Focuses an element when the last person of a list has left it with the control that had the focus. */
function useFocusWhenEmptied(count: number | undefined) {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(0);
  useEffect(() => {
    if (count === 0 && before.current > 0 && document.activeElement === document.body)
      element.current?.focus();
    before.current = count ?? 0;
  }, [count]);
  return element;
}

/** S9.7: the pause after the last change. */
const pauseMs = 200;

/** Fetches a list once after a burst of changes; at once after a change that has waited. */
function useReloadSoon(reload: () => unknown): (hasWaited: boolean) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (hasWaited) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(reload, hasWaited ? 0 : pauseMs);
    },
    [reload],
  );
}

/** A bar at the top of a list that is fetched again, shown after 200 ms (S9.8). */
function Reloading({ active }: { active: boolean }) {
  const t = useT();
  const isSlow = useDelayedFlag(active);
  return (
    <div className="relative">
      {isSlow && (
        <div className="absolute inset-x-0 top-0">
          <ProgressBar label={t('Loading')} labelHidden />
        </div>
      )}
    </div>
  );
}
