import type { Administrators } from '@guichet/contract/support';
import { useT } from '../../platform/i18n/useT.ts';

interface WhoMayProps {
  /** For what one asks them. */
  lead: string;
  /** Where there is no system. */
  none: string;
  systems: Administrators;
  systemName: (systemId: number) => string;
}

/** Who may do what the reader may not. */
export function WhoMay({ lead, none, systems, systemName }: WhoMayProps) {
  const t = useT();
  if (systems.length === 0) return <p className="text-muted text-sm">{none}</p>;
  return (
    <div className="flex flex-col gap-1 text-muted text-sm">
      <p>{lead}</p>
      <ul className="wrap-anywhere list-disc ps-5">
        {systems.map(({ systemId, names }) => (
          <li key={systemId}>
            {t(names.length > 0 ? 'Support.WhoMay.Of' : 'Support.WhoMay.Nobody', {
              system: systemName(systemId),
              names: names.join(', '),
            })}
          </li>
        ))}
      </ul>
      <p>{t('Support.WhoMay.Beyond')}</p>
    </div>
  );
}
