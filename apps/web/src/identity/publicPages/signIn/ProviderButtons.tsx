import type { Refusal } from '@guichet/contract/identity/federation';
import { useState } from 'react';
import { useQuerySystemId } from '../../../core/address/location.ts';
import { typedAddress } from '../../../core/address/typedAddress.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { leaveTo, listButtons } from '../../federation/leave.ts';

/** A button for each provider of the system, or of all where the page is of none. */
export function ProviderButtons() {
  const t = useT();
  const systemId = useQuerySystemId();
  const language = useLanguage();
  const [leaving, setLeaving] = useState<string | null>(null);
  const [why, setWhy] = useState<Refusal | 'fault' | null>(null);
  const buttons = listButtons().filter(
    ({ systemIds }) => systemId === null || systemIds === null || systemIds.includes(systemId),
  );

  async function leave(id: string) {
    setLeaving(id);
    setWhy(null);
    setWhy(await leaveTo(id, typedAddress()));
    setLeaving(null);
  }

  return (
    <>
      {why && (
        <Notice tone="danger" role="alert" title={t('Federation.NotOpen')}>
          {t(`Federation.Refused.${why}`)}
        </Notice>
      )}
      {buttons.map(({ id, label }) => (
        <Button
          key={id}
          full
          disabled={leaving !== null && leaving !== id}
          busy={leaving === id}
          busyLabel={t('Federation.Leaving')}
          onClick={() => void leave(id)}
        >
          {label[language]}
        </Button>
      ))}
    </>
  );
}
