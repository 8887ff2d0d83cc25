import { bannerAltLimit } from '@guichet/contract/systems/banners';
import type { ReactNode } from 'react';
import { useT } from '../../core/i18n/useT.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { BannerDraft } from './useBannerDraft.ts';

export interface AltFieldsProps {
  draft: BannerDraft;
  faultsAt: (field: string) => ReactNode;
  disabled: boolean;
}

const fields = [
  { name: 'altFr', language: 'fr' },
  { name: 'altEn', language: 'en' },
] as const;

/** The text alternative in both languages, or the statement that the picture is decorative. */
export function AltFields({ draft, faultsAt, disabled }: AltFieldsProps) {
  const t = useT();
  const { form, type } = draft;
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-3">
      <legend className="mb-1 font-medium text-ink">{t('Banner.Alternative')}</legend>
      <p className="max-w-prose text-muted text-sm">{t('Banner.Alternative.About')}</p>
      {!form.isDecorative && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {fields.map(({ name, language }) => (
            <TextField
              key={name}
              label={t(`Banner.Alternative.${language}`)}
              name={name}
              lang={language}
              autoComplete="off"
              maxLength={bannerAltLimit}
              value={form[name]}
              onChange={(event) => type({ [name]: event.target.value })}
              error={faultsAt(name)}
            />
          ))}
        </div>
      )}
      <Checkbox
        label={t('Banner.Decorative')}
        name="isDecorative"
        checked={form.isDecorative}
        onChange={(event) => type({ isDecorative: event.target.checked })}
      />
    </fieldset>
  );
}
