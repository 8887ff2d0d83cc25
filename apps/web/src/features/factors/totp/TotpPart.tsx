import type { Factors } from '@guichet/contract/factors';
import { useFormats } from '../../../platform/i18n/formats.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { PlusIcon } from '../../../ui/icons/moreIcons.tsx';
import type { OpenedFactorDialog } from '../FactorDialogs.tsx';
import { FactorPart } from '../FactorPart.tsx';

export interface TotpPartProps {
  totp: Factors['totp'];
  mayChange: boolean;
  onOpen: (dialog: OpenedFactorDialog) => void;
}

export function TotpPart({ totp, mayChange, onOpen }: TotpPartProps) {
  const t = useT();
  const { date } = useFormats();
  return (
    <FactorPart
      title={t('Factors.Totp')}
      lead={totp ? t('Factors.Totp.Since', { day: date(totp.addedAt) }) : t('Factors.Totp.Lead')}
      actions={
        mayChange &&
        (totp ? (
          <>
            <Button size="sm" onClick={() => onOpen({ kind: 'addTotp' })}>
              {t('Factors.Totp.Replace')}
            </Button>
            <Button size="sm" onClick={() => onOpen({ kind: 'removeTotp' })}>
              {t('Factors.Totp.Remove')}
            </Button>
          </>
        ) : (
          <Button size="sm" icon={PlusIcon} onClick={() => onOpen({ kind: 'addTotp' })}>
            {t('Factors.Totp.Add')}
          </Button>
        ))
      }
    />
  );
}
