import type { Application } from '@guichet/contract/identity/provider.clients';
import { useT } from '../../core/i18n/useT.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Options, Select } from '../../ui/fields/Select.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { FieldsProps } from './applicationDraft.ts';

export function OpenIdFields({
  application,
  draft,
  text,
  set,
}: FieldsProps & { application: Application | null }) {
  const t = useT();
  const hasNone = application?.kind === 'openid' && application.secretIn === null;
  return (
    <>
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
