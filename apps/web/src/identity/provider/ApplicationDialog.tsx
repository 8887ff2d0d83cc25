import {
  addOpenIdClient,
  changeOpenIdClient,
  type NewSecret,
  type OpenIdClient,
  OpenIdClientForm,
  openIdScopes,
} from '@guichet/contract/identity/provider.clients';
import { useState } from 'react';
import { useCall } from '../../core/call/useCall.ts';
import { useFieldFaults } from '../../core/forms/useFieldFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { ClosableDialog } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { DialogForm } from '../../core/parts/forms/DialogForm.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Options } from '../../ui/fields/Options.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { type ApplicationDraft, toDraft, toForm } from './applicationDraft.ts';

export interface ApplicationDialogProps {
  /** The application to change; null for a new one, undefined while closed. */
  application: OpenIdClient | null | undefined;
  systems: readonly { readonly id: number; readonly name: string }[];
  onAdded: (made: NewSecret & { readonly name: string }) => void;
  onClose: () => void;
}

export function ApplicationDialog({ application, onClose, ...props }: ApplicationDialogProps) {
  const t = useT();
  return (
    <ClosableDialog
      open={application !== undefined}
      onClose={onClose}
      title={application ? t('Applications.Change.Of', { name: application.name }) : t('Applications.Add')}
    >
      {application !== undefined && <Editor application={application} onClose={onClose} {...props} />}
    </ClosableDialog>
  );
}

function Editor({
  application,
  systems,
  onAdded,
  onClose,
}: ApplicationDialogProps & { application: OpenIdClient | null }) {
  const t = useT();
  const [draft, setDraft] = useState(() => toDraft(application));
  const form = toForm(draft);
  const add = useCall(addOpenIdClient);
  const change = useCall(changeOpenIdClient);
  const save = application ? change : add;
  const faultsAt = useFieldFaults(save.error, {
    schema: OpenIdClientForm,
    sent: save.variables?.body,
    now: form,
  });
  const set = (patch: Partial<ApplicationDraft>) => setDraft({ ...draft, ...patch });
  const text = (name: 'name' | 'redirectUris' | 'signOutUris' | 'logoutUri') => ({
    name,
    label: t(`Applications.Field.${name}`),
    autoComplete: 'off',
    spellCheck: false,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  /** The fault of a list of addresses, or of any of them. */
  const listFaults = (name: 'redirectUris' | 'signOutUris') =>
    faultsAt(name) ?? form[name].map((_, at) => faultsAt(`${name}.${at}`)).find(Boolean);

  function submit() {
    if (!application) {
      add.mutate(
        { body: form },
        {
          onSuccess: (made) => {
            onClose();
            onAdded({ ...made, name: form.name });
          },
        },
      );
      return;
    }
    const { id, version } = application;
    const onSuccess = () => {
      showToast({ tone: 'success', text: t('Applications.Saved', { name: form.name }) });
      onClose();
    };
    change.mutate({ params: { clientId: id }, body: { ...form, version } }, { onSuccess });
  }

  return (
    <DialogForm
      submitLabel={t(application ? 'Applications.Save' : 'Applications.Add')}
      busy={save.isPending}
      failure={save.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextField {...text('name')} hint={t('Applications.Field.name.Hint')} error={faultsAt('name')} />
      <Select
        name="rolesOf"
        label={t('Applications.Field.rolesOf')}
        hint={t('Applications.Field.rolesOf.Hint')}
        value={draft.rolesOf}
        onChange={({ target }) => set({ rolesOf: target.value })}
        error={faultsAt('rolesOf')}
      >
        <option value="">{t('Applications.People.All')}</option>
        <Options of={systems} each={({ id, name }) => [id, name]} />
      </Select>
      <TextArea
        {...text('redirectUris')}
        rows={2}
        hint={t('Applications.Field.redirectUris.Hint')}
        error={listFaults('redirectUris')}
      />
      <fieldset>
        <legend className="font-semibold text-sm">{t('Applications.Field.scopes')}</legend>
        {openIdScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={t(`Applications.Scope.${scope}`)}
            checked={draft.scopes.includes(scope)}
            disabled={scope === 'roles' && draft.rolesOf === ''}
            onChange={({ target }) =>
              set({
                scopes: openIdScopes.filter((one) =>
                  one === scope ? target.checked : draft.scopes.includes(one),
                ),
              })
            }
          />
        ))}
      </fieldset>
      <Select
        name="secretIn"
        label={t('Applications.Field.secretIn')}
        hint={t('Applications.Field.secretIn.Hint')}
        value={draft.secretIn}
        disabled={application?.secretIn === null}
        onChange={({ target }) => set({ secretIn: target.value as ApplicationDraft['secretIn'] })}
        error={faultsAt('secretIn')}
      >
        <Options
          of={(['header', 'body', 'none'] as const).filter(
            (way) => way !== 'none' || !application || application.secretIn === null,
          )}
          each={(way) => [way, t(`Applications.SecretIn.${way}`)]}
        />
      </Select>
      {draft.secretIn !== 'none' && (
        <Checkbox
          label={t('Applications.Field.requiresPkce')}
          hint={t('Applications.Field.requiresPkce.Hint')}
          checked={draft.requiresPkce}
          onChange={({ target }) => set({ requiresPkce: target.checked })}
        />
      )}
      <TextField
        {...text('logoutUri')}
        hint={t('Applications.Field.logoutUri.Hint')}
        note={t('Platforms.Optional')}
        error={faultsAt('logoutUri')}
      />
      <TextArea
        {...text('signOutUris')}
        rows={2}
        hint={t('Applications.Field.signOutUris.Hint')}
        note={t('Platforms.Optional')}
        error={listFaults('signOutUris')}
      />
    </DialogForm>
  );
}
