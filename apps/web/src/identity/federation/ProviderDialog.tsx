import {
  type ListedProvider,
  ProviderForm,
  saveProvider,
  tryProvider,
} from '@guichet/contract/identity/federation.providers';
import { useState } from 'react';
import { useCall } from '../../core/call/useCall.ts';
import { useFieldFaults } from '../../core/forms/useFieldFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { ClosableDialog } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { CopiedField } from '../../core/parts/forms/CopiedField.tsx';
import { DialogForm } from '../../core/parts/forms/DialogForm.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { FileDrop } from '../../ui/fields/FileDrop.tsx';
import { Segmented } from '../../ui/fields/Segmented.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { RefreshIcon } from '../../ui/icons/moreIcons.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { type Draft, makeDraft, readForm } from './providerDraft.ts';
import { Trial } from './Trial.tsx';

export interface ProviderDialogProps {
  /** The provider to change, null for a new one, undefined while closed. */
  provider: ListedProvider | null | undefined;
  systems: readonly { readonly id: number; readonly name: string }[];
  /** The address to which providers return, without their id, and the id of the next one. */
  returnBase: string;
  newId: string;
  onClose: () => void;
}

export function ProviderDialog({ provider, onClose, ...props }: ProviderDialogProps) {
  const t = useT();
  return (
    <ClosableDialog
      open={provider !== undefined}
      onClose={onClose}
      title={t(provider ? 'Providers.Change' : 'Providers.Add')}
    >
      {provider !== undefined && <Editor provider={provider} onClose={onClose} {...props} />}
    </ClosableDialog>
  );
}

type TextName = Exclude<keyof Draft, 'kind' | 'systemIds' | 'isActive' | 'trustsFactor'>;

function Editor({
  provider,
  systems,
  returnBase,
  newId,
  onClose,
}: ProviderDialogProps & { provider: ListedProvider | null }) {
  const t = useT();
  const [draft, setDraft] = useState(() => makeDraft(provider));
  const [providerId] = useState(provider?.id ?? newId);
  const form = readForm(draft);
  const save = useCall(saveProvider);
  const trial = useCall(tryProvider);
  const failed = save.error ? save : trial;
  const faultsAt = useFieldFaults(failed.error, {
    schema: ProviderForm,
    sent: failed.variables?.body,
    now: form,
  });
  const set = (patch: Partial<Draft>) => setDraft({ ...draft, ...patch });
  const text = (name: TextName) => ({
    name,
    label: t(`Providers.Field.${name}`),
    autoComplete: 'off',
    spellCheck: false,
    value: draft[name] ?? '',
    error: faultsAt(name),
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  const params = { providerId };

  function submit() {
    trial.reset();
    const onSuccess = () => {
      showToast({ tone: 'success', text: t('Providers.Saved', { name: form.labelFr }) });
      onClose();
    };
    save.mutate({ params, body: { ...form, version: provider?.version ?? null } }, { onSuccess });
  }

  function tryIt() {
    save.reset();
    trial.mutate({ params, body: form });
  }

  return (
    <DialogForm
      submitLabel={t(provider ? 'Applications.Save' : 'Providers.Add')}
      busy={save.isPending}
      failure={failed.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      {provider === null && (
        <Segmented
          legend={t('Providers.Field.kind')}
          legendHidden={false}
          value={draft.kind}
          options={[
            { value: 'openid', label: t('Providers.OpenId') },
            { value: 'saml', label: t('Providers.Saml') },
          ]}
          onChange={(kind) => set({ kind })}
        />
      )}
      <CopiedField label={t('Providers.ReturnAddress')} value={`${returnBase}/${providerId}`} />
      {draft.kind === 'saml' ? (
        <>
          <CopiedField label={t('Providers.OwnMetadata')} value={`${returnBase}/${providerId}/metadata`} />
          <TextField
            {...text('issuer')}
            label={t('Providers.EntityId')}
            hint={t('Providers.EntityId.Hint')}
          />
          <TextArea
            {...text('metadata')}
            rows={4}
            hint={t('Providers.Field.metadata.Hint')}
            // Pasted metadata have hundreds of lines.
            style={{ maxHeight: '12rem' }}
          />
          <FileDrop
            label={t('Providers.File')}
            chooseLabel={t('Providers.File.Choose')}
            dropLabel={t('Providers.File.Drop')}
            accept=".xml"
            file={null}
            onFile={(file) => void file.text().then((metadata) => set({ metadata }))}
            onRemove={() => set({ metadata: '' })}
            removeLabel={t('Applications.Remove')}
          />
          <TextField
            {...text('subjectAttribute')}
            hint={t('Providers.Field.subjectAttribute.Hint')}
            note={t('Platforms.Optional')}
          />
        </>
      ) : (
        <>
          <TextField {...text('issuer')} hint={t('Providers.Field.issuer.Hint')} />
          <TextField {...text('clientId')} />
          <TextField
            {...text('secret')}
            type="password"
            autoComplete="new-password"
            hint={provider && t('Providers.Field.secret.Hint')}
          />
        </>
      )}
      <TextField {...text('labelFr')} lang="fr" hint={t('Providers.Field.labelFr.Hint')} />
      <TextField {...text('labelEn')} lang="en" />
      <TextField
        {...text('domains')}
        hint={t('Providers.Field.domains.Hint')}
        note={t('Platforms.Optional')}
        error={faultsAt('domains') ?? form.domains.map((_, at) => faultsAt(`domains.${at}`)).find(Boolean)}
      />
      <fieldset>
        <legend className="font-semibold text-sm">{t('Providers.Field.systemIds')}</legend>
        <Checkbox
          label={t('Providers.AllSystems')}
          checked={draft.systemIds === null}
          error={faultsAt('systemIds')}
          onChange={({ target }) => set({ systemIds: target.checked ? null : [] })}
        />
        {draft.systemIds !== null &&
          systems.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={draft.systemIds?.includes(id) ?? false}
              onChange={({ target }) =>
                set({
                  systemIds: systems
                    .map((one) => one.id)
                    .filter((one) => (one === id ? target.checked : draft.systemIds?.includes(one))),
                })
              }
            />
          ))}
      </fieldset>
      <Checkbox
        label={t('Providers.Field.trustsFactor')}
        hint={t('Providers.Field.trustsFactor.Hint')}
        checked={draft.trustsFactor}
        onChange={({ target }) => set({ trustsFactor: target.checked })}
      />
      <Checkbox
        label={t('Providers.Field.isActive')}
        hint={t('Providers.Field.isActive.Hint')}
        checked={draft.isActive}
        onChange={({ target }) => set({ isActive: target.checked })}
      />
      <section aria-label={t('Providers.Try')} className="flex flex-col gap-3">
        <div>
          <Button icon={RefreshIcon} busy={trial.isPending} onClick={tryIt}>
            {t('Providers.Try')}
          </Button>
        </div>
        {trial.data && <Trial results={trial.data} />}
      </section>
    </DialogForm>
  );
}
