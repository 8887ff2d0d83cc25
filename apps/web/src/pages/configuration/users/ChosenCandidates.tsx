import { type ListedCohort, maxCandidatesAtOnce } from '@guichet/contract/cohorts';
import { languages } from '@guichet/contract/core/language';
import type { ListedUser } from '@guichet/contract/users';
import { AttestMenu } from '../../../features/cohorts/AttestMenu.tsx';
import { MoveButton } from '../../../features/cohorts/removals/MoveButton.tsx';
import { TakeOutButton } from '../../../features/cohorts/removals/TakeOutButton.tsx';
import { useRemovalToast } from '../../../features/cohorts/removals/useRemovalToast.ts';
import { NoticeMails } from '../../../features/exams/changes/NoticeMails.tsx';
import { MissingFacts } from '../../users/MissingFacts.tsx';
import { MissingLink } from '../../users/useMissingLink.tsx';

export interface ChosenCandidatesProps {
  systemId: number;
  cohort: ListedCohort;
  /** The candidates selected. */
  users: readonly ListedUser[];
  /** An undo was pressed in a toast, which is gone. */
  onUndo: () => void;
}

/** What an administrator can do with the candidates selected. */
export function ChosenCandidates({ systemId, cohort, users, onUndo }: ChosenCandidatesProps) {
  const onRemoved = useRemovalToast(systemId, cohort, onUndo);
  const disabled = users.length === 0 || users.length > maxCandidatesAtOnce;
  const chosen = { systemId, cohort, users, disabled, onRemoved };
  const readers = languages.filter((language) => users.some((user) => user.language === language));
  return (
    <>
      <MoveButton
        {...chosen}
        missingLink={<MissingLink systemId={systemId} readers={readers} />}
        missingFacts={(toCohortId) => (
          <MissingFacts systemId={systemId} cohortId={toCohortId} readers={readers} />
        )}
      />
      <TakeOutButton
        {...chosen}
        mail={(notes) => (
          <NoticeMails systemId={systemId} cohortId={cohort.id} kind="examLeft" notes={notes} />
        )}
      />
      <AttestMenu systemId={systemId} cohort={cohort} users={users} />
    </>
  );
}
