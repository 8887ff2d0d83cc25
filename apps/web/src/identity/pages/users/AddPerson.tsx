import { addCandidate, type Cohort } from '@guichet/contract/exams/cohorts';
import { useCall } from '../../../core/call/useCall.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { NewCandidateDialog } from '../../users/newCandidate/NewCandidateDialog.tsx';
import { MissingFacts } from './MissingFacts.tsx';
import { useMissingLink } from './useMissingLink.tsx';

export interface AddPersonProps {
  open: boolean;
  systemId: number;
  cohort: Pick<Cohort, 'id' | 'title' | 'date'>;
  onClose: () => void;
}

/** Adds a person to an exam: a new account, or the account with the typed address. */
export function AddPerson({ open, systemId, cohort, onClose }: AddPersonProps) {
  const t = useT();
  const add = useCall(addCandidate);
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
          { params: { systemId, cohortId: cohort.id }, body: { email, sendEmail } },
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
