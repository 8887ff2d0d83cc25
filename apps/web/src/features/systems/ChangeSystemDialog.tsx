import type { System } from '@guichet/contract/systems';
import { useState } from 'react';
import { DialogForm } from '../../parts/forms/DialogForm.tsx';
import { useT } from '../../platform/i18n/useT.ts';
import { useLastGiven } from '../../platform/timing/useLastGiven.ts';
import { Dialog } from '../../ui/aria/Dialog.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { SystemFields, useSystemFields } from './SystemFields.tsx';
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
  const change = useChangeSystem(system.id);
  const fields = useSystemFields(draftOf(system), change.error);

  function submit() {
    onBusy(true);
    change.mutate(changeOf(fields.draft), {
      onSuccess: ({ name }) => {
        showToast({ tone: 'success', text: t('Systems.Changed', { name }) });
        onClose();
      },
      onSettled: () => onBusy(false),
    });
  }

  return (
    <DialogForm
      submitLabel={t('Systems.Change.Submit')}
      busyLabel={t('Systems.Change.Busy')}
      busy={change.isPending}
      failure={change.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextField
        {...fields.text('name', 100)}
        label={t('Systems.Name')}
        hint={t('Systems.Change.Fixed', {
          path: `/${system.slug}/configuration`,
          prefix: system.coursePrefix,
        })}
      />
      <SystemFields fields={fields} />
    </DialogForm>
  );
}
