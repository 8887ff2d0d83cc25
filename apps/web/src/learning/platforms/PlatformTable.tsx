import type { Platform, PlatformKind, PlatformList } from '@guichet/contract/learning/learning.platforms';
import { useT } from '../../core/i18n/useT.ts';
import { DataTable } from '../../core/lists/DataTable.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { PencilIcon, TrashIcon } from '../../ui/icons/moreIcons.tsx';
import { RowActions } from '../../ui/tables/Table.tsx';
import type { ShownPlatform } from './accounts/AccountsDialog.tsx';

export interface PlatformTableProps {
  list: PlatformList;
  onChange: (platform: Platform) => void;
  onRemove: (platform: Platform) => void;
  onAccounts: (platform: ShownPlatform) => void;
}

/** The platform of the settings, which is changed on the server, then the registered platforms. */
export function PlatformTable({ list, onChange, onRemove, onAccounts }: PlatformTableProps) {
  const t = useT();
  const { environment, platforms } = list;
  const kind =
    environment.kind === 'builtin'
      ? t('Platforms.Builtin')
      : t(`Platforms.Kind.${environment.kind as PlatformKind}`);
  const accounts = (platform: ShownPlatform) => (
    <SmallButton
      aria-label={t('Platforms.Accounts.Of', { name: platform.name })}
      onClick={() => onAccounts(platform)}
    >
      {t('Platforms.Accounts')}
    </SmallButton>
  );
  return (
    <DataTable
      caption={t('PlatformsPage.Title')}
      rows={[null, ...platforms]}
      keyOf={(platform) => platform?.id ?? 'environment'}
      columns={[
        {
          heading: t('Platforms.Name'),
          lead: true,
          className: '[overflow-wrap:anywhere]',
          cell: (platform) => platform?.name ?? t('Platforms.Environment'),
        },
        {
          heading: t('Platforms.Kind'),
          cell: (platform) => (platform ? t(`Platforms.Kind.${platform.kind}`) : kind),
        },
        {
          heading: t('Platforms.Address'),
          className: '[overflow-wrap:anywhere]',
          cell: (platform) =>
            platform?.address ?? <span className="text-muted">{t('Platforms.Environment.Hint')}</span>,
        },
        {
          heading: t('Platforms.Systems'),
          cell: (platform) => <Systems systems={(platform ?? environment).systems} />,
        },
      ]}
      actions={(platform) =>
        platform ? (
          <RowActions label={t('List.ActionsOf', { name: platform.name })}>
            {accounts(platform)}
            <SmallButton
              icon={PencilIcon}
              aria-label={t('Platforms.Change.Of', { name: platform.name })}
              onClick={() => onChange(platform)}
            >
              {t('Platforms.Change')}
            </SmallButton>
            <SmallButton
              icon={TrashIcon}
              aria-label={t('Platforms.Remove.Of', { name: platform.name })}
              onClick={() => onRemove(platform)}
            >
              {t('Platforms.Remove')}
            </SmallButton>
          </RowActions>
        ) : (
          environment.kind !== 'builtin' && accounts({ id: null, name: kind })
        )
      }
    />
  );
}

function Systems({ systems }: { systems: Platform['systems'] }) {
  const t = useT();
  if (systems.length === 0) return <span className="text-muted">{t('Platforms.Systems.None')}</span>;
  return systems.map(({ name }) => name).join(', ');
}
