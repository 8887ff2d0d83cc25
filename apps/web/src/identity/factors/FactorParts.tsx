import type { Factors } from '@guichet/contract/identity/factors';
import type { ReactNode } from 'react';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { PlusIcon, RefreshIcon } from '../../ui/icons/moreIcons.tsx';
import type { OpenedFactorDialog } from './FactorDialogs.tsx';

export interface FactorPartProps {
  title: string;
  lead: ReactNode;
  actions: ReactNode;
  children?: ReactNode;
}

/** A kind of second factor on the account page, with its actions. */
export function FactorPart({ title, lead, actions, children }: FactorPartProps) {
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-prose">
          <h3 className="font-medium text-ink">{title}</h3>
          <div className="text-muted text-sm">{lead}</div>
        </div>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      {children}
    </div>
  );
}

export interface TotpPartProps {
  totp: Factors['totp'];
  mayChange: boolean;
  onOpen: (dialog: OpenedFactorDialog) => void;
}

export function TotpPart({ totp, mayChange, onOpen }: TotpPartProps) {
  const { t, longDate } = useTexts();
  return (
    <FactorPart
      title={t('Factors.Totp')}
      lead={totp ? t('Factors.Totp.Since', { day: longDate(totp.addedAt) }) : t('Factors.Totp.Lead')}
      actions={
        mayChange &&
        (totp ? (
          <>
            <SmallButton onClick={() => onOpen({ kind: 'addTotp' })}>{t('Factors.Totp.Replace')}</SmallButton>
            <SmallButton onClick={() => onOpen({ kind: 'removeTotp' })}>
              {t('Factors.Totp.Remove')}
            </SmallButton>
          </>
        ) : (
          <SmallButton icon={PlusIcon} onClick={() => onOpen({ kind: 'addTotp' })}>
            {t('Factors.Totp.Add')}
          </SmallButton>
        ))
      }
    />
  );
}

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
          <SmallButton icon={RefreshIcon} onClick={() => onOpen({ kind: 'newCodes' })}>
            {t('Factors.Codes.New')}
          </SmallButton>
        )
      }
    />
  );
}
