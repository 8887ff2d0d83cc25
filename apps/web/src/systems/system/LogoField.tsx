import type { System } from '@guichet/contract/systems/systems';
import { logoAddress, logoMaxBytes } from '@guichet/contract/systems/systems.logo';
import { useTexts } from '../../core/i18n/formats.ts';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { FileDrop } from '../../ui/fields/FileDrop.tsx';

export interface LogoFieldProps {
  system: System;
  /** A new picture, null to remove the picture, undefined to keep it. */
  value: File | null | undefined;
  /** Whether a save was asked for while nothing was chosen. */
  isMissing?: boolean;
  onChange: (value: File | null | undefined) => void;
  disabled: boolean;
}

export function isTooLarge(value: File | null | undefined): boolean {
  return (value?.size ?? 0) > logoMaxBytes;
}

/** The picture at the head of a system's mails; it is saved with the rest of the form. */
export function LogoField({ system, value, isMissing = false, onChange, disabled }: LogoFieldProps) {
  const { t, number } = useTexts();
  const { id, logoId } = system;
  return (
    <div className="flex flex-col gap-3">
      <FileDrop
        label={t('Systems.Logo')}
        chooseLabel={t(logoId === null ? 'Systems.Logo.Choose' : 'Systems.Logo.Replace')}
        dropLabel={t('Systems.Logo.Drop')}
        hint={t('Systems.Logo.Hint')}
        error={
          isTooLarge(value)
            ? t('Systems.Logo.TooLarge')
            : isMissing && value === undefined && t('Systems.Logo.Choose')
        }
        accept=".png,.jpg,.jpeg"
        file={
          value
            ? { name: value.name, detail: t('Banner.Size', { size: number(Math.ceil(value.size / 1024)) }) }
            : null
        }
        onFile={onChange}
        onRemove={() => onChange(undefined)}
        removeLabel={t('Systems.Logo.Unchoose')}
        disabled={disabled}
      />
      {logoId !== null && !value && (
        <div className="flex flex-wrap items-center gap-4">
          <img
            src={logoAddress(id, logoId)}
            alt={t('Systems.Logo.Now')}
            className="max-h-16 max-w-60 rounded-sm bg-white p-1"
          />
          <Checkbox
            label={t('Systems.Logo.Remove')}
            name="removeLogo"
            checked={value === null}
            onChange={({ target }) => onChange(target.checked ? null : undefined)}
            disabled={disabled}
          />
        </div>
      )}
    </div>
  );
}
