import { useT } from '../../../platform/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { RefreshIcon } from '../../../ui/icons/moreIcons.tsx';
import type { OpenedFactorDialog } from '../FactorDialogs.tsx';
import { FactorPart } from '../FactorPart.tsx';

export interface RecoveryCodesPartProps {
  left: number;
  mayChange: boolean;
  onOpen: (dialog: OpenedFactorDialog) => void;
}

export function RecoveryCodesPart({ left, mayChange, onOpen }: RecoveryCodesPartProps) {
  const t = useT();
  return (
    <FactorPart
      title={t('Factors.Codes')}
      lead={
        <>
          <p>{t('Factors.Codes.What')}</p>
          <p className={left < 3 ? 'font-medium text-warning-ink' : undefined}>
            {t('Factors.Codes.Left', { count: left })}
          </p>
        </>
      }
      actions={
        mayChange && (
          <Button size="sm" icon={RefreshIcon} onClick={() => onOpen({ kind: 'newCodes' })}>
            {t('Factors.Codes.New')}
          </Button>
        )
      }
    />
  );
}
