import type { Cohort } from '@guichet/contract/cohorts';
import { useAddCandidate } from '../../features/cohorts/cohorts.api.ts';
import { NewCandidateDialog } from '../../features/users/newCandidate/NewCandidateDialog.tsx';
import { useT } from '../../platform/i18n/useT.ts';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { MissingFacts } from './MissingFacts.tsx';
import { useMissingLink } from './useMissingLink.tsx';

export interface AddPersonProps {
  open: boolean;
  systemId: number;
  cohort: Pick<Cohort, 'id' | 'title' | 'date'>;
  onClose: () => void;
}

/** Adds one person to an exam: a new account, or the one that the address has. */
export function AddPerson({ open, systemId, cohort, onClose }: AddPersonProps) {
  const t = useT();
  const add = useAddCandidate(systemId, cohort.id);
  return (
    <NewCandidateDialog
      open={open}
      systemId={systemId}
      cohort={cohort}
      missingLink={useMissingLink(systemId, open)}
      missingFacts={(readers) => <MissingFacts systemId={systemId} cohortId={cohort.id} readers={readers} />}
      add={add}
      onAdd={({ email, sendEmail }, onDone) =>
        add.mutate(
          { email, sendEmail },
          {
            onSuccess: (isAdded) => {
              const key = isAdded ? 'AddCandidate.Done' : 'AddCandidate.WasThere';
              const text = t(key, { email, cohort: cohort.title });
              showToast({ tone: isAdded ? 'success' : 'info', text });
              onDone();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
