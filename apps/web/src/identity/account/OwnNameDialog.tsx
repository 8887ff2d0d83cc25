import { joinNames } from '@guichet/contract/core/fullName';
import { changeOwnName, type OwnDetails } from '@guichet/contract/identity/account.own';
import { useState } from 'react';
import { useCall } from '../../core/call/query.ts';
import { useCallFaults } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { ClosableDialog, DialogForm } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { showOwnName } from '../../core/session/ownName.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';

export function OwnNameDialog({ own, onClose }: { own: OwnDetails; onClose: () => void }) {
  const t = useT();
  const change = useCall(changeOwnName, {
    onSuccess: (_done, { body }) =>
      showOwnName(joinNames({ firstName: body.firstName.trim(), lastName: body.lastName.trim() })),
  });
  const [names, setNames] = useState({ firstName: own.firstName, lastName: own.lastName });
  const faultsAt = useCallFaults(change, changeOwnName, names);

  function save() {
    const onSuccess = () => {
      showToast({ tone: 'success', text: t('Account.Name.Done') });
      onClose();
    };
    change.mutate({ body: names }, { onSuccess });
  }

  return (
    <ClosableDialog open onClose={onClose} title={t('Account.Name.Change')}>
      <DialogForm
        submitLabel={t('Account.Name.Submit')}
        busyLabel={t('Correction.Busy')}
        call={change}
        onSubmit={save}
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
    </ClosableDialog>
  );
}
