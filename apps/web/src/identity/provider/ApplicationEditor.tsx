import {
  type Application,
  ApplicationForm,
  addOpenIdClient,
  changeOpenIdClient,
  openIdScopes,
  tryApplication,
} from '@guichet/contract/identity/provider.clients';
import { useState } from 'react';
import { useCall } from '../../core/call/query.ts';
import { bindText, FailureNotice, useFieldFaults } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { DialogForm } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { CopiedField } from '../../core/parts/forms/CopiedField.tsx';
import { MetadataFields } from '../../core/parts/metadata/MetadataFields.tsx';
import { Trial } from '../../core/parts/metadata/Trial.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Segmented } from '../../ui/fields/Segmented.tsx';
import { Options, Select } from '../../ui/fields/Select.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import {
  type ApplicationDraft,
  type FieldsProps,
  type TextName,
  toDraft,
  toForm,
} from './applicationDraft.ts';
import type { Made } from './SecretDialog.tsx';

export interface ApplicationEditorProps {
  /** Null: a new one. */
  application: Application | null;
  systems: readonly { readonly id: number; readonly name: string }[];
  /** The address, without the id, that enters an application from the portal. */
  entryBase: string;
  onAdded: (made: Made) => void;
  onClose: () => void;
}

export function ApplicationEditor(props: ApplicationEditorProps) {
  const { application, systems, entryBase, onAdded, onClose } = props;
  const t = useT();
  const [draft, setDraft] = useState(() => toDraft(application));
  const form = toForm(draft);
  const add = useCall(addOpenIdClient);
  const change = useCall(changeOpenIdClient);
  const save = application ? change : add;
  const sent = save.variables?.body;
  const faultsAt = useFieldFaults(save.error, { schema: ApplicationForm, sent, now: form });
  const set = (patch: Partial<ApplicationDraft>) => setDraft({ ...draft, ...patch });
  const text = (name: TextName) => ({
    ...bindText(draft, set, faultsAt)(name),
    label: t(`Applications.Field.${name}`),
    spellCheck: false,
  });
  /** Where people begin at the portal; it is known once the application is registered. */
  const entryAddress = application && `${entryBase}/${application.id}`;

  function submit() {
    if (!application) {
      add.mutate(
        { body: form },
        {
          onSuccess: (made) => {
            onClose();
            onAdded({ ...made, ...form });
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
      call={save}
      onSubmit={submit}
    >
      <TextField {...text('name')} hint={t('Applications.Field.name.Hint')} />
      {application === null && (
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
      <Select
        name="rolesOf"
        label={t('Applications.Field.rolesOf')}
        hint={t('Applications.Field.rolesOf.Hint')}
        value={draft.rolesOf ?? ''}
        onChange={({ target }) => set({ rolesOf: Number(target.value) || null })}
        error={faultsAt('rolesOf')}
      >
        <option value="">{t('Applications.People.All')}</option>
        <Options of={systems} each={({ id, name }) => [id, name]} />
      </Select>
      <fieldset>
        <legend className="font-semibold text-sm">{t('Applications.Field.scopes')}</legend>
        {openIdScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={t(`Applications.Scope.${scope}`)}
            checked={draft.scopes.includes(scope)}
            disabled={scope === 'roles' && draft.rolesOf === null}
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
      {draft.kind === 'saml' ? (
        <SamlFields draft={draft} text={text} set={set} entryAddress={entryAddress} />
      ) : (
        <OpenIdFields application={application} draft={draft} text={text} set={set} />
      )}
    </DialogForm>
  );
}

/** The fields of an application that speaks SAML 2.0, whose metadata can be tried. */
function SamlFields({ draft, text, set, entryAddress }: FieldsProps & { entryAddress: string | null }) {
  const t = useT();
  const trial = useCall(tryApplication);
  const { entityId, metadata, startsHere } = draft;
  /** Findings say nothing of a later draft. */
  const isTried = trial.variables?.body.entityId === entityId && trial.variables.body.metadata === metadata;
  return (
    <>
      <MetadataFields
        entityId={text('entityId')}
        metadata={text('metadata')}
        onFile={(text) => set({ metadata: text })}
      />
      <Trial
        trial={trial}
        isOld={!isTried}
        textOf={(check, state) =>
          t(state === 'good' ? `Applications.Trial.${check}` : `Applications.Trial.${check}.Not`)
        }
        onTry={() => trial.mutate({ body: { entityId, metadata } })}
      />
      {isTried && trial.isError && <FailureNotice failure={trial.error} />}
      <Checkbox
        label={t('Applications.Field.namesByKey')}
        hint={t('Applications.Field.namesByKey.Hint')}
        checked={draft.namesByKey && draft.rolesOf !== null}
        disabled={draft.rolesOf === null}
        onChange={({ target }) => set({ namesByKey: target.checked })}
      />
      <Checkbox
        label={t('Applications.Field.startsHere')}
        hint={t('Applications.Field.startsHere.Hint')}
        checked={startsHere}
        onChange={({ target }) => set({ startsHere: target.checked })}
      />
      {startsHere && entryAddress && <CopiedField label={t('Applications.Entry')} value={entryAddress} />}
    </>
  );
}

function OpenIdFields({ application, draft, text, set }: FieldsProps & { application: Application | null }) {
  const t = useT();
  const hasNone = application?.kind === 'openid' && application.secretIn === null;
  return (
    <>
      {application && <CopiedField label={t('Applications.ClientId')} value={application.id} />}
      <TextArea {...text('redirectUris')} rows={2} hint={t('Applications.Field.redirectUris.Hint')} />
      <Select
        name="secretIn"
        label={t('Applications.Field.secretIn')}
        hint={t('Applications.Field.secretIn.Hint')}
        value={draft.secretIn ?? 'none'}
        disabled={hasNone}
        onChange={({ target: { value } }) =>
          set({ secretIn: value === 'header' || value === 'body' ? value : null })
        }
      >
        <Options
          of={(['header', 'body', 'none'] as const).filter(
            (way) => way !== 'none' || !application || hasNone,
          )}
          each={(way) => [way, t(`Applications.SecretIn.${way}`)]}
        />
      </Select>
      {draft.secretIn !== null && (
        <Checkbox
          label={t('Applications.Field.requiresPkce')}
          hint={t('Applications.Field.requiresPkce.Hint')}
          checked={draft.requiresPkce}
          onChange={({ target }) => set({ requiresPkce: target.checked })}
        />
      )}
      <TextField
        {...text('homeUri')}
        hint={t('Applications.Field.homeUri.Hint')}
        note={t('Platforms.Optional')}
      />
      <TextField
        {...text('logoutUri')}
        hint={t('Applications.Field.logoutUri.Hint')}
        note={t('Platforms.Optional')}
      />
      <TextArea
        {...text('signOutUris')}
        rows={2}
        hint={t('Applications.Field.signOutUris.Hint')}
        note={t('Platforms.Optional')}
      />
    </>
  );
}
