import { type Factors, listFactors, mostPasskeys } from '@guichet/contract/identity/factors';
import { useState } from 'react';
import { query, useQuery } from '../../core/call/query.ts';
import { useT, useTexts } from '../../core/i18n/formats.ts';
import { Loaded } from '../../core/lists/states/Loaded.tsx';
import { useSession } from '../../core/session/sessionStore.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { KeyIcon, PlusIcon, TrashIcon } from '../../ui/icons/moreIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { FactorDialogs, type OpenedFactorDialog } from './FactorDialogs.tsx';
import { FactorPart, RecoveryCodesPart, TotpPart } from './FactorParts.tsx';

/** The reader's second factors: passkeys, authenticator app, recovery codes. */
export function OwnFactors() {
  const t = useT();
  const factors = useQuery(query(listFactors));
  const isImpersonating = useSession((session) => session.isImpersonating);
  const [opened, open] = useState<OpenedFactorDialog | null>(null);

  return (
    <Card title={t('Factors.Title')} description={t('Factors.Lead')}>
      <Loaded query={factors}>
        {(data) => (
          <div className="flex flex-col gap-5">
            {isImpersonating && <Notice>{t('Factors.NotYours')}</Notice>}
            {data.isRequired && hasFactor(data) && <p className="text-muted">{t('Factors.Required')}</p>}
            <PasskeyList passkeys={data.passkeys} mayChange={!isImpersonating} onOpen={open} />
            <TotpPart totp={data.totp} mayChange={!isImpersonating} onOpen={open} />
            {hasFactor(data) && (
              <RecoveryCodesPart left={data.recoveryCodesLeft} mayChange={!isImpersonating} onOpen={open} />
            )}
            <FactorDialogs opened={opened} factors={data} onClose={() => open(null)} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

/** Whether the account has a second factor. Recovery codes do not count: they only stand in for a factor. */
export function hasFactor({ totp, passkeys }: Factors): boolean {
  return totp !== null || passkeys.length > 0;
}

interface PasskeyListProps {
  passkeys: Factors['passkeys'];
  mayChange: boolean;
  onOpen: (dialog: OpenedFactorDialog) => void;
}

function PasskeyList({ passkeys, mayChange, onOpen }: PasskeyListProps) {
  const { t, longDate, longDateTime } = useTexts();
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
