import { tryApplication } from '@guichet/contract/identity/provider.clients';
import { useCall } from '../../core/call/query.ts';
import { FailureNotice } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { CopiedField } from '../../core/parts/forms/CopiedField.tsx';
import { MetadataFields } from '../../core/parts/metadata/MetadataFields.tsx';
import { Trial } from '../../core/parts/metadata/Trial.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import type { FieldsProps } from './applicationDraft.ts';

/** The fields of an application that speaks SAML 2.0, whose metadata can be tried. */
export function SamlFields({
  draft,
  text,
  set,
  entryAddress,
}: FieldsProps & { entryAddress: string | null }) {
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
        textOf={(check, isGood) =>
          t(isGood ? `Applications.Trial.${check}` : `Applications.Trial.${check}.Not`)
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
