import {
  type ListedProvider,
  ProviderForm,
  saveProvider,
  type TrialResult,
  tryProvider,
} from '@guichet/contract/identity/federation.providers';
import { useState } from 'react';
import { useCall } from '../../core/call/query.ts';
import { bindText, useFieldFaults } from '../../core/forms/formFaults.tsx';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { ConfirmCall } from '../../core/parts/asking/Question.tsx';
import { DialogForm } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { CopiedField } from '../../core/parts/forms/CopiedField.tsx';
import { MetadataFields } from '../../core/parts/metadata/MetadataFields.tsx';
import { isBad, Trial } from '../../core/parts/metadata/Trial.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Segmented } from '../../ui/fields/Segmented.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { GroupRoles, type RoleOption } from './GroupRoles.tsx';
import { LtiFields, trialText } from './LtiFields.tsx';
import { ProviderSystems } from './ProviderSystems.tsx';
import { type Draft, makeDraft, readForm, type TextName } from './providerDraft.ts';

export interface ProviderEditorProps {
  /** Null: a new one. */
  provider: ListedProvider | null;
  systems: readonly { readonly id: number; readonly name: string }[];
  roles: readonly RoleOption[];
  /** The address to which providers return, without their id, and the id of the next one. */
  returnBase: string;
  keysAddress: string;
  newId: string;
  onClose: () => void;
}

export function ProviderEditor(props: ProviderEditorProps) {
  const { provider, systems, roles, returnBase, keysAddress, newId, onClose } = props;
  const t = useT();
  const [draft, setDraft] = useState(() => makeDraft(provider));
  const [params] = useState({ providerId: provider?.id ?? newId });
  const { kind } = draft;
  const form = readForm(draft);
  const name = useLanguage() === 'fr' ? form.labelFr : form.labelEn;
  const save = useCall(saveProvider);
  const trial = useCall(tryProvider);
  const failed = save.error ? save : trial;
  const sent = failed.variables?.body;
  const faultsAt = useFieldFaults(failed.error, { schema: ProviderForm, sent, now: form });
  const set = (patch: Partial<Draft>) => setDraft({ ...draft, ...patch });
  const text = (name: TextName) => ({
    ...bindText(draft, set, faultsAt)(name),
    label: t(`Providers.Field.${name}`),
    spellCheck: false,
  });
  const returnAddress = `${returnBase}/${params.providerId}`;
  /** The draft of the last trial, whose findings say nothing of a later one. */
  const [tried, setTried] = useState<Draft | null>(null);
  const isDoubted = draft.isActive && tried === draft && trial.data !== undefined && isBad(trial.data);
  /** Changing a provider that people use must not take it from them by the way. */
  const isOffered = isDoubted && !provider?.isActive;
  /** In order, and yet out of service, as after a fault that has been mended since. */
  const isForgotten = !draft.isActive && tried === draft && trial.data !== undefined && !isBad(trial.data);
  const [isAsked, ask] = useState(false);

  /** Puts nothing into service that a trial has not found in order. */
  function submit() {
    if (isOffered || !draft.isActive) store(false);
    else if (isDoubted) ask(true);
    else tryIt((results) => !isBad(results) && store(true));
  }

  function store(isActive: boolean) {
    ask(false);
    const onSuccess = () => {
      const saved = isActive ? 'Providers.Saved' : 'Providers.Saved.Off';
      showToast({ tone: 'success', text: t(saved, { name }) });
      onClose();
    };
    save.mutate({ params, body: { ...form, isActive, version: provider?.version ?? null } }, { onSuccess });
  }

  function tryIt(onSuccess?: (results: readonly TrialResult[]) => void) {
    save.reset();
    setTried(draft);
    trial.mutate({ params, body: form }, { ...(onSuccess && { onSuccess }) });
  }

  return (
    <>
      <DialogForm
        submitLabel={t(isOffered ? 'Providers.SaveOff' : provider ? 'Applications.Save' : 'Providers.Add')}
        busyLabel={trial.isPending ? t('Providers.Trying') : undefined}
        busy={save.isPending || trial.isPending}
        failure={failed.error}
        onSubmit={submit}
      >
        {provider === null && (
          <Segmented
            legend={t('Providers.Field.kind')}
            legendHidden={false}
            value={kind}
            options={[
              { value: 'openid', label: t('Providers.OpenId') },
              { value: 'saml', label: t('Providers.Saml') },
              { value: 'lti', label: t('Providers.Lti') },
            ]}
            onChange={(kind) => set({ kind })}
          />
        )}
        {provider === null && <p className="text-muted text-sm">{t('Providers.Addresses.Stay')}</p>}
        {kind !== 'lti' && <CopiedField label={t('Providers.ReturnAddress')} value={returnAddress} />}
        {kind === 'lti' ? (
          <LtiFields text={text} returnAddress={returnAddress} keysAddress={keysAddress} />
        ) : kind === 'saml' ? (
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
            <p className="text-muted text-sm">
              {t('Providers.AtProvider', { scopes: 'openid profile email' })}
            </p>
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
        {kind !== 'lti' && (
          <>
            <TextField {...text('labelFr')} lang="fr" hint={t('Providers.Field.labelFr.Hint')} />
            <TextField {...text('labelEn')} lang="en" />
            <TextField
              {...text('domains')}
              hint={t('Providers.Field.domains.Hint')}
              note={t('Platforms.Optional')}
            />
          </>
        )}
        <ProviderSystems
          systems={systems}
          chosen={draft.systemIds}
          error={faultsAt('systemIds')}
          onChoose={(systemIds) => set({ systemIds })}
        />
        {kind !== 'lti' && (
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
              last={provider?.lastGroups ?? null}
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
          hint={t(kind === 'lti' ? 'Providers.Lti.isActive.Hint' : 'Providers.Field.isActive.Hint')}
          checked={draft.isActive}
          onChange={({ target }) => set({ isActive: target.checked })}
        />
        <Trial
          trial={trial}
          isOld={tried !== draft}
          textOf={(check, state) => t(trialText(kind, check, state))}
          action={
            isOffered ? (
              <Button onClick={() => ask(true)}>{t('Providers.Despite')}</Button>
            ) : (
              isForgotten && <Button onClick={() => store(true)}>{t('Providers.SaveOn')}</Button>
            )
          }
          onTry={() => tryIt()}
        />
      </DialogForm>
      <ConfirmCall
        call={save}
        open={isAsked}
        title={t('Providers.Despite')}
        messages={[t('Providers.Despite.Question', { name })]}
        onConfirm={() => store(true)}
        onClose={() => ask(false)}
      />
    </>
  );
}
