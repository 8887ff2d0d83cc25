import { listMailFrames } from '@guichet/contract/systems/systems';
import { query, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { SmallLink } from '../../../ui/buttons/SmallButton.tsx';
import { ExternalIcon } from '../../../ui/icons/moreIcons.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { isReachable } from './contacts.api.ts';

/** Warns, before mails leave, that neither the system nor the university says how candidates reach it. */
export function MissingContact({ systemId }: { systemId: number }) {
  const t = useT();
  const { systems = [], university } = useQuery(query(listMailFrames)).data ?? {};
  const system = systems.find(({ id }) => id === systemId);
  if (!system || !university || isReachable(system, university)) return null;
  return (
    <Notice
      tone="warning"
      action={
        <SmallLink href="/configuration/contacts" target="_blank" rel="noopener" iconEnd={ExternalIcon}>
          {t('Contacts.Open')}
        </SmallLink>
      }
    >
      {t('Contacts.Unreachable')}
    </Notice>
  );
}
