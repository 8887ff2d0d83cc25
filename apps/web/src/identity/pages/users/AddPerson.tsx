import { addCandidate, type Cohort, createCandidate } from '@guichet/contract/exams/cohorts';
import { useCall } from '../../../core/call/useCall.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { NewCandidateDialog } from '../../users/newCandidate/NewCandidateDialog.tsx';
import type { NewCandidate } from '../../users/newCandidate/NewCandidateForm.tsx';
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
  const params = { systemId, cohortId: cohort.id };
  const create = useCall(createCandidate);
  const add = useCall(addCandidate);

  function enrol(person: NewCandidate, onDone: () => void) {
    const onSuccess = () => {
      const key = person.sendEmail ? 'NewCandidate.Done.Mailed' : 'NewCandidate.Done';
      const name = `${person.firstName} ${person.lastName}`;
      showToast({ tone: 'success', text: t(key, { name, cohort: cohort.title }) });
      onDone();
    };
    create.mutate({ params, body: person }, { onSuccess });
  }

  return (
    <NewCandidateDialog
      open={open}
      cohort={cohort}
      missingLink={useMissingLink(systemId, open)}
      missingFacts={(readers) => <MissingFacts systemId={systemId} cohortId={cohort.id} readers={readers} />}
      create={create}
      add={add}
      onCreate={enrol}
      onAdd={({ email, sendEmail }, onDone) =>
        add.mutate(
          { params, body: { email, sendEmail } },
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
