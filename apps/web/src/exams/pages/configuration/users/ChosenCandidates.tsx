import { languages } from '@guichet/contract/core/language';
import { type ListedCohort, maxCandidatesAtOnce } from '@guichet/contract/exams/cohorts';
import type { ListedUser } from '@guichet/contract/identity/users';
import { MissingFacts } from '../../../../identity/pages/users/MissingFacts.tsx';
import { MissingLink } from '../../../../identity/pages/users/useMissingLink.tsx';
import { AttestMenu } from '../../../cohorts/AttestMenu.tsx';
import { MoveButton } from '../../../cohorts/removals/MoveButton.tsx';
import { TakeOutButton } from '../../../cohorts/removals/TakeOutButton.tsx';
import { useRemovalToast } from '../../../cohorts/removals/useRemovalToast.ts';
import { NoticeMails } from '../../../exam/changes/NoticeMails.tsx';

export interface ChosenCandidatesProps {
  systemId: number;
  cohort: ListedCohort;
  /** The selected candidates. */
  users: readonly ListedUser[];
  /** Called when an undo is pressed in a toast, which then disappears. */
  onUndo: () => void;
}

/** The actions of an administrator on the selected candidates. */
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
