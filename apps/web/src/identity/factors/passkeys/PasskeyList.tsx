import { type Factors, mostPasskeys } from '@guichet/contract/identity/factors';
import { useFormats, useT } from '../../../core/i18n/formats.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { KeyIcon, PlusIcon, TrashIcon } from '../../../ui/icons/moreIcons.tsx';
import type { OpenedFactorDialog } from '../FactorDialogs.tsx';
import { FactorPart } from '../FactorParts.tsx';

export interface PasskeyListProps {
  passkeys: Factors['passkeys'];
  mayChange: boolean;
  onOpen: (dialog: OpenedFactorDialog) => void;
}

export function PasskeyList({ passkeys, mayChange, onOpen }: PasskeyListProps) {
  const t = useT();
  const { longDate, longDateTime } = useFormats();
  const isSupported = 'PublicKeyCredential' in window;
  return (
    <FactorPart
      title={t('Factors.Passkeys')}
      lead={t(isSupported ? 'Factors.Passkeys.Lead' : 'Factors.Passkeys.Unsupported')}
      actions={
        mayChange &&
        isSupported &&
        passkeys.length < mostPasskeys && (
          <SmallButton icon={PlusIcon} onClick={() => onOpen({ kind: 'addPasskey' })}>
            {t('Factors.Passkey.Add')}
          </SmallButton>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex items-center gap-3 px-4 py-2">
              <KeyIcon size={20} className="shrink-0 text-muted" />
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere text-ink">{passkey.name}</p>
                <p className="text-muted text-sm">
                  {t('Factors.Passkey.Added', { day: longDate(passkey.addedAt) })}
                  {' · '}
                  {passkey.lastUsedAt
                    ? t('Factors.Passkey.LastUsed', { when: longDateTime(passkey.lastUsedAt) })
                    : t('Factors.Passkey.NeverUsed')}
                </p>
              </div>
              {mayChange && (
                <IconButton
                  size="sm"
                  icon={TrashIcon}
                  label={t('Factors.Passkey.Remove', { name: passkey.name })}
                  onClick={() => onOpen({ kind: 'removePasskey', passkey })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </FactorPart>
  );
}
