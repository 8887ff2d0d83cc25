import type { Cohort } from '@guichet/contract/cohorts';
import type { Language } from '@guichet/contract/core/language';
import { lacksPasswordLink, languageSent } from '@guichet/contract/messages.gaps';
import { useQueries, useQuery } from '@tanstack/react-query';
import { entrancesOptions } from '../../features/access/access.api.ts';
import { useAddCandidate } from '../../features/cohorts/cohorts.api.ts';
import { messageOptions } from '../../features/messages/messages.api.ts';
import { NewCandidateDialog } from '../../features/users/newCandidate/NewCandidateDialog.tsx';
import { NoPasswordLink } from '../../parts/mails/NoPasswordLink.tsx';
import { useT } from '../../platform/i18n/useT.ts';
import { showToast } from '../../ui/toasts/toastStore.ts';

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

/** The warning for a language whose exam notice, as it is saved now, has no link to a first password. */
function useMissingLink(systemId: number, enabled: boolean) {
  const entrances = useQuery(entrancesOptions()).data?.entrances;
  const entrance = entrances?.find((one) => one.systemId === systemId);
  // Always fresh: it may have been corrected in the tab that the warning opened.
  const optionsOf = (language: Language) => ({
    ...messageOptions(systemId, 'invitation', language),
    enabled,
    staleTime: 0,
  });
  const [{ data: fr }, { data: en }] = useQueries({ queries: [optionsOf('fr'), optionsOf('en')] });
  return (reader: Language) => {
    if (!fr || !en || !entrance) return null;
    const saved = { fr, en };
    const language = languageSent(saved, reader);
    if (!language || !lacksPasswordLink(saved[language])) return null;
    const configuration = `/${entrance.slug}/configuration`;
    return <NoPasswordLink languages={[language]} configuration={configuration} inNewTab />;
  };
}
