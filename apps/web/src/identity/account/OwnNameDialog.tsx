import { changeOwnName, type OwnDetails } from '@guichet/contract/identity/account.own';
import { useState } from 'react';
import { useFieldFaults } from '../../core/forms/useFieldFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { DialogForm } from '../../core/parts/forms/DialogForm.tsx';
import { Dialog } from '../../ui/aria/Dialog.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { useChangeOwnName } from './account.api.ts';

export function OwnNameDialog({ own, onClose }: { own: OwnDetails; onClose: () => void }) {
  const t = useT();
  const change = useChangeOwnName();
  const [names, setNames] = useState({ firstName: own.firstName, lastName: own.lastName });
  const { schema } = changeOwnName.body;
  const faultsAt = useFieldFaults(change.error, { schema, sent: change.variables, now: names });

  function save() {
    change.mutate(names, {
      onSuccess: () => {
        showToast({ tone: 'success', text: t('Account.Name.Done') });
        onClose();
      },
    });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Account.Name.Change')}
      closeLabel={t('Dialog.Close')}
      busy={change.isPending}
    >
      <DialogForm
        submitLabel={t('Account.Name.Submit')}
        busyLabel={t('Correction.Busy')}
        busy={change.isPending}
        failure={change.error}
        onSubmit={save}
        onCancel={onClose}
      >
        {(['firstName', 'lastName'] as const).map((name) => (
          <TextField
            key={name}
            name={name}
            label={t(`User.${name}`)}
            autoComplete={name === 'firstName' ? 'given-name' : 'family-name'}
            value={names[name]}
            onChange={({ target }) => setNames({ ...names, [name]: target.value })}
            error={faultsAt(name)}
          />
        ))}
      </DialogForm>
    </Dialog>
  );
}
