import { type Factors, listFactors } from '@guichet/contract/identity/factors';
import { useState } from 'react';
import { query, useQuery } from '../../core/call/query.ts';
import { useT } from '../../core/i18n/useT.ts';
import { Loaded } from '../../core/lists/states/Loaded.tsx';
import { useSession } from '../../core/session/sessionStore.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { FactorDialogs, type OpenedFactorDialog } from './FactorDialogs.tsx';
import { RecoveryCodesPart, TotpPart } from './FactorParts.tsx';
import { PasskeyList } from './passkeys/PasskeyList.tsx';

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
