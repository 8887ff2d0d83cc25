import {
  type ListedProvider,
  ProviderForm,
  saveProvider,
  type TrialResult,
  tryProvider,
} from '@guichet/contract/identity/federation';
import { useState } from 'react';
import { useCall } from '../../core/call/useCall.ts';
import { useFieldFaults } from '../../core/forms/useFieldFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { ClosableDialog } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { CopiedField } from '../../core/parts/forms/CopiedField.tsx';
import { DialogForm } from '../../core/parts/forms/DialogForm.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { RefreshIcon } from '../../ui/icons/moreIcons.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';

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

const empty = {
  issuer: '',
  clientId: '',
  labelFr: '',
  labelEn: '',
  domains: [] as readonly string[],
  systemIds: null as readonly number[] | null,
  isActive: true,
  trustsFactor: false,
};

type Draft = Omit<typeof empty, 'domains'> & { readonly secret: string; readonly domains: string };

function draftOf(provider: ListedProvider | null): Draft {
  const { domains, ...same } = provider ?? empty;
  return { ...same, domains: domains.join(' '), secret: '' };
}

function formOf({ domains, secret, systemIds, ...draft }: Draft): ProviderForm {
  const { issuer, clientId, labelFr, labelEn, isActive, trustsFactor } = draft;
  return {
    issuer: issuer.trim(),
    clientId,
    labelFr,
    labelEn,
    isActive,
    trustsFactor,
    secret: secret || null,
    domains: domains
      .toLowerCase()
      .split(/[\s,;@]+/)
      .filter(Boolean),
    systemIds: systemIds && [...systemIds],
  };
}

function Editor({
  provider,
  systems,
  returnBase,
  newId,
  onClose,
}: ProviderDialogProps & { provider: ListedProvider | null }) {
  const t = useT();
  const [draft, setDraft] = useState(() => draftOf(provider));
  const [providerId] = useState(provider?.id ?? newId);
  const form = formOf(draft);
  const save = useCall(saveProvider);
  const trial = useCall(tryProvider);
  const failed = save.error ? save : trial;
  const faultsAt = useFieldFaults(failed.error, {
    schema: ProviderForm,
    sent: failed.variables?.body,
    now: form,
  });
  const set = (patch: Partial<Draft>) => setDraft({ ...draft, ...patch });
  const text = (name: 'issuer' | 'clientId' | 'secret' | 'labelFr' | 'labelEn' | 'domains') => ({
    name,
    label: t(`Providers.Field.${name}`),
    autoComplete: 'off',
    spellCheck: false,
    value: draft[name],
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
      <CopiedField label={t('Providers.ReturnAddress')} value={`${returnBase}/${providerId}`} />
      <TextField {...text('issuer')} hint={t('Providers.Field.issuer.Hint')} />
      <TextField {...text('clientId')} />
      <TextField
        {...text('secret')}
        type="password"
        autoComplete="new-password"
        hint={provider && t('Providers.Field.secret.Hint')}
      />
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

function Trial({ results }: { results: readonly TrialResult[] }) {
  const t = useT();
  const isBad = results.some(({ state }) => state === 'bad');
  const isUnsure = results.some(({ state }) => state === 'unsure');
  const end = isBad ? 'bad' : isUnsure ? 'unsure' : 'good';
  return (
    <Notice
      tone={({ bad: 'danger', unsure: 'warning', good: 'success' } as const)[end]}
      role={isBad ? 'alert' : 'status'}
      title={t(`Providers.Trial.${end}`)}
    >
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {results.map(({ check, state, detail }) => (
          <li key={check} className="wrap-anywhere">
            {t(state === 'good' ? `Providers.Trial.${check}` : `Providers.Trial.${check}.Not`)}
            {detail && <span className="block text-sm">{detail}</span>}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
