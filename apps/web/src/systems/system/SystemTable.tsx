import type { System } from '@guichet/contract/systems/systems';
import { useT } from '../../core/i18n/useT.ts';
import { DataTable } from '../../core/lists/DataTable.tsx';
import { SmallButton, SmallLink } from '../../ui/buttons/SmallButton.tsx';
import { BreakableAddress } from '../../ui/html/EmailLink.tsx';
import { PencilIcon, SlidersIcon } from '../../ui/icons/moreIcons.tsx';
import { RowActions } from '../../ui/tables/Table.tsx';

export interface SystemTableProps {
  caption: string;
  systems: readonly System[];
  /** The text about each system's platform; empty while none is registered, since all use the same. */
  platforms: ReadonlyMap<number, string>;
  onChange: (system: System) => void;
  /** Puts a system aside, or takes back those that are. */
  onArchive: (system: System) => void;
  busyId?: number | undefined;
}

/** S2.54: number, name linked to the content, course prefix, and sender. */
export function SystemTable({ caption, systems, platforms, onChange, onArchive, busyId }: SystemTableProps) {
  const t = useT();
  return (
    <DataTable
      caption={caption}
      rows={systems}
      keyOf={({ id }) => id}
      columns={[
        { heading: t('Systems.Id'), align: 'end', cell: ({ id }) => id },
        {
          heading: t('Systems.Name'),
          lead: true,
          // Wide enough for the longest name of the nine, which no space divides.
          className: 'wrap-anywhere min-w-36',
          cell: ({ id, name }) => (
            <>
              <a
                href={`/configuration/content/${id}`}
                className="inline-flex min-h-8 min-w-6 items-center font-medium text-accent-ink underline-offset-4 hover:underline"
              >
                {name}
              </a>
              {platforms.has(id) && (
                <span className="block font-normal text-muted text-sm">{platforms.get(id)}</span>
              )}
            </>
          ),
        },
        { heading: t('Systems.CoursePrefix'), cell: ({ coursePrefix }) => coursePrefix },
        {
          heading: t('Systems.EmailFrom'),
          wraps: true,
          cell: ({ emailFrom }) => (emailFrom ? <BreakableAddress address={emailFrom} /> : <Unset />),
        },
        {
          heading: t('Systems.EmailFromName'),
          wraps: true,
          cell: ({ emailFromName }) => emailFromName ?? <Unset />,
        },
      ]}
      actions={(system) => (
        <RowActions wraps label={t('List.ActionsOf', { name: system.name })}>
          <SmallButton
            icon={PencilIcon}
            aria-label={t('Systems.Change.Of', { name: system.name })}
            onClick={() => onChange(system)}
          >
            {t('Systems.Change')}
          </SmallButton>
          <SmallLink
            icon={SlidersIcon}
            href={`/${system.slug}/configuration`}
            aria-label={t('HomePage.Admin.Of', { system: system.name })}
          >
            {t('HomePage.Admin')}
          </SmallLink>
          <SmallButton
            variant="quiet"
            busy={busyId === system.id}
            aria-label={t(system.isArchived ? 'Systems.Restore.Of' : 'Systems.Archive.Of', {
              name: system.name,
            })}
            onClick={() => onArchive(system)}
          >
            {t(system.isArchived ? 'Systems.Restore' : 'Systems.Archive')}
          </SmallButton>
        </RowActions>
      )}
    />
  );
}

function Unset() {
  const t = useT();
  return <span className="text-muted">{t('Systems.Unset')}</span>;
}
