import type { System } from '@guichet/contract/systems';
import { useState } from 'react';
import { useFieldFaults } from '../../platform/forms/useFieldFaults.tsx';
import { useT } from '../../platform/i18n/useT.ts';
import { useLastGiven } from '../../platform/timing/useLastGiven.ts';
import { Dialog } from '../../ui/aria/Dialog.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { SystemFields } from './SystemFields.tsx';
import { SystemForm } from './SystemForm.tsx';
import { changeOf, draftOf } from './systemDraft.ts';
import { useChangeSystem } from './systems.api.ts';

export interface ChangeSystemDialogProps {
  /** Null while closed. */
  system: System | null;
  onClose: () => void;
}

export function ChangeSystemDialog({ system, onClose }: ChangeSystemDialogProps) {
  const t = useT();
  const shown = useLastGiven(system);
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      open={system !== null}
      onClose={onClose}
      title={t('Systems.Change.Of', { name: shown?.name ?? '' })}
      closeLabel={t('Dialog.Close')}
      busy={isBusy}
    >
      {shown && <ChangeForm key={shown.id} system={shown} onBusy={setBusy} onClose={onClose} />}
    </Dialog>
  );
}

interface ChangeFormProps {
  system: System;
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
}

function ChangeForm({ system, onBusy, onClose }: ChangeFormProps) {
  const t = useT();
  const [draft, setDraft] = useState(() => draftOf(system));
  const change = useChangeSystem(system.id);
  const faultsAt = useFieldFaults(change.error);

  function submit() {
    onBusy(true);
    change.mutate(changeOf(draft), {
      onSuccess: ({ name }) => {
        showToast({ tone: 'success', text: t('Systems.Changed', { name }) });
        onClose();
      },
      onSettled: () => onBusy(false),
    });
  }

  return (
    <SystemForm
      submitLabel={t('Systems.Change.Submit')}
      busyLabel={t('Systems.Change.Busy')}
      busy={change.isPending}
      failure={change.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextField
        label={t('Systems.Name')}
        hint={t('Systems.Change.Fixed', {
          path: `/${system.slug}/configuration`,
          prefix: system.coursePrefix,
        })}
        name="name"
        autoComplete="off"
        maxLength={100}
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        error={faultsAt('name')}
      />
      <SystemFields
        draft={draft}
        onChange={(patch) => setDraft({ ...draft, ...patch })}
        faultsAt={faultsAt}
      />
    </SystemForm>
  );
}
