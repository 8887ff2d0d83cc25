import type { Administrators } from '@guichet/contract/overview/support';
import type { ReactNode } from 'react';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { EmailLink } from '../../ui/html/EmailLink.tsx';

interface WhoMayProps {
  /** Says what these people can be asked for. */
  lead: string;
  /** The text shown when `systems` is empty. */
  none: string;
  systems: Administrators;
  systemName: (systemId: number) => string;
  superAdmins: ReactNode;
}

/** Names the people who may do what the reader may not, and how to reach them. */
export function WhoMay({ lead, none, systems, systemName, superAdmins }: WhoMayProps) {
  const t = useT();
  if (systems.length === 0)
    return (
      <div className="text-muted text-sm">
        <p>{none}</p>
        {superAdmins}
      </div>
    );
  return (
    <div className="flex flex-col gap-1 text-muted text-sm">
      <p>{lead}</p>
      <ul className="wrap-anywhere list-disc ps-5">
        {systems.map((system) => (
          <li key={system.systemId}>
            <SystemContacts system={system} name={systemName(system.systemId)} />
          </li>
        ))}
      </ul>
      <p>{t('Support.WhoMay.Beyond')}</p>
      {superAdmins}
    </div>
  );
}

function SystemContacts({ system, name }: { system: Administrators[number]; name: string }) {
  const t = useT();
  const language = useLanguage();
  const { people, phone, office } = system;
  const contact = [office?.[language], phone && t('Support.WhoMay.Phone', { phone })].filter(Boolean);
  return (
    <>
      <p>
        {t(people.length > 0 ? 'Support.WhoMay.Of' : 'Support.WhoMay.Nobody', {
          system: name,
          names: people.map(({ fullName }) => fullName).join(', '),
        })}
      </p>
      {people.map(({ email }) => (
        <p key={email}>
          <EmailLink email={email} />
        </p>
      ))}
      {contact.length > 0 && <p className="whitespace-pre-line">{contact.join('\n')}</p>}
    </>
  );
}
