import {
  type ListedProvider,
  ProviderForm,
  saveProvider,
  type TrialResult,
  tryProvider,
} from '@guichet/contract/identity/federation.providers';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../core/call/useCall.ts';
import { useFieldFaults } from '../../core/forms/useFieldFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { ConfirmCall } from '../../core/parts/asking/ConfirmCall.tsx';
import { ClosableDialog } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { CopiedField } from '../../core/parts/forms/CopiedField.tsx';
import { DialogForm } from '../../core/parts/forms/DialogForm.tsx';
import { MetadataFields } from '../../core/parts/metadata/MetadataFields.tsx';
import { isBad, Trial } from '../../core/parts/metadata/Trial.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Segmented } from '../../ui/fields/Segmented.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { RefreshIcon } from '../../ui/icons/moreIcons.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { GroupRoles, type RoleOption } from './GroupRoles.tsx';
import { LtiFields, trialText } from './LtiFields.tsx';
import { ProviderSystems } from './ProviderSystems.tsx';
import { type Draft, makeDraft, readForm } from './providerDraft.ts';

export interface ProviderDialogProps {
  /** The provider to change, null for a new one, undefined while closed. */
  provider: ListedProvider | null | undefined;
  systems: readonly { readonly id: number; readonly name: string }[];
  roles: readonly RoleOption[];
  /** The address to which providers return, without their id, and the id of the next one. */
  returnBase: string;
  keysAddress: string;
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

type TextName = Exclude<keyof Draft, 'kind' | 'systemIds' | 'isActive' | 'trustsFactor' | 'groupRoles'>;

function Editor({
  provider,
  systems,
  roles,
  returnBase,
  keysAddress,
  newId,
  onClose,
}: ProviderDialogProps & { provider: ListedProvider | null }) {
  const t = useT();
  const [draft, setDraft] = useState(() => makeDraft(provider));
  const [params] = useState({ providerId: provider?.id ?? newId });
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
  const returnAddress = `${returnBase}/${params.providerId}`;
  /** The draft of the last trial, whose findings say nothing of a later one. */
  const [tried, setTried] = useState<Draft | null>(null);
  const isDoubted = draft.isActive && tried === draft && trial.data !== undefined && isBad(trial.data);
  const [isAsked, ask] = useState(false);
  const findings = useRef<HTMLElement>(null);
  useEffect(() => {
    if (trial.data) findings.current?.scrollIntoView({ block: 'nearest' });
  }, [trial.data]);

  /** Puts nothing into service that a trial has not found in order. */
  function submit() {
    if (isDoubted) store(false);
    else if (draft.isActive) tryIt((results) => !isBad(results) && store(true));
    else store(false);
  }

  function store(isActive: boolean) {
    ask(false);
    save.mutate(
      { params, body: { ...form, isActive, version: provider?.version ?? null } },
      {
        onSuccess() {
          const saved = isActive ? 'Providers.Saved' : 'Providers.Saved.Off';
          showToast({ tone: 'success', text: t(saved, { name: form.labelFr }) });
          onClose();
        },
      },
    );
  }

  function tryIt(onSuccess?: (results: readonly TrialResult[]) => void) {
    save.reset();
    setTried(draft);
    trial.mutate({ params, body: form }, { ...(onSuccess && { onSuccess }) });
  }

  return (
    <>
      <DialogForm
        submitLabel={t(isDoubted ? 'Providers.SaveOff' : provider ? 'Applications.Save' : 'Providers.Add')}
        busyLabel={trial.isPending ? t('Providers.Trying') : undefined}
        busy={save.isPending || trial.isPending}
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
              { value: 'lti', label: t('Providers.Lti') },
            ]}
            onChange={(kind) => set({ kind })}
          />
        )}
        {draft.kind !== 'lti' && <CopiedField label={t('Providers.ReturnAddress')} value={returnAddress} />}
        {draft.kind === 'lti' ? (
          <LtiFields text={text} returnAddress={returnAddress} keysAddress={keysAddress} />
        ) : draft.kind === 'saml' ? (
          <>
            <CopiedField label={t('Providers.OwnMetadata')} value={`${returnAddress}/metadata`} />
            <MetadataFields
              entityId={text('issuer')}
              metadata={text('metadata')}
              onFile={(metadata) => set({ metadata })}
            />
            <TextField
              {...text('subjectAttribute')}
              hint={t('Providers.Field.subjectAttribute.Hint')}
              note={t('Platforms.Optional')}
            />
          </>
        ) : (
          <>
            <CopiedField label={t('Providers.SignOutAddress')} value={`${returnAddress}/logout`} />
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
        {draft.kind !== 'lti' && (
          <>
            <TextField {...text('labelFr')} lang="fr" hint={t('Providers.Field.labelFr.Hint')} />
            <TextField {...text('labelEn')} lang="en" />
            <TextField
              {...text('domains')}
              hint={t('Providers.Field.domains.Hint')}
              note={t('Platforms.Optional')}
              error={
                faultsAt('domains') ?? form.domains.map((_, at) => faultsAt(`domains.${at}`)).find(Boolean)
              }
            />
          </>
        )}
        <ProviderSystems
          systems={systems}
          chosen={draft.systemIds}
          error={faultsAt('systemIds')}
          onChoose={(systemIds) => set({ systemIds })}
        />
        {draft.kind !== 'lti' && (
          <>
            <TextField
              {...text('groupsClaim')}
              hint={t('Providers.Field.groupsClaim.Hint')}
              note={t('Platforms.Optional')}
            />
            <GroupRoles
              claim={draft.groupsClaim}
              roles={roles}
              rows={draft.groupRoles}
              faultsAt={faultsAt}
              onChange={(groupRoles) => set({ groupRoles })}
            />
            <Checkbox
              label={t('Providers.Field.trustsFactor')}
              hint={t('Providers.Field.trustsFactor.Hint')}
              checked={draft.trustsFactor}
              onChange={({ target }) => set({ trustsFactor: target.checked })}
            />
          </>
        )}
        <Checkbox
          label={t('Providers.Field.isActive')}
          hint={t(draft.kind === 'lti' ? 'Providers.Lti.isActive.Hint' : 'Providers.Field.isActive.Hint')}
          checked={draft.isActive}
          onChange={({ target }) => set({ isActive: target.checked })}
        />
        <section ref={findings} aria-label={t('Providers.Try')} className="flex flex-col gap-3">
          <div>
            <Button icon={RefreshIcon} busy={trial.isPending} onClick={() => tryIt()}>
              {t('Providers.Try')}
            </Button>
          </div>
          {trial.data && (
            <Trial
              results={trial.data}
              textOf={(check, isGood) => t(trialText(draft.kind, check, isGood))}
              action={isDoubted && <Button onClick={() => ask(true)}>{t('Providers.Despite')}</Button>}
            />
          )}
        </section>
      </DialogForm>
      <ConfirmCall
        call={save}
        open={isAsked}
        title={t('Providers.Despite')}
        messages={[t('Providers.Despite.Question', { name: form.labelFr })]}
        onConfirm={() => store(true)}
        onClose={() => ask(false)}
      />
    </>
  );
}
