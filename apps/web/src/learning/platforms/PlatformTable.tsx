import type { Platform, PlatformKind, PlatformList } from '@guichet/contract/learning/learning.platforms';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { PencilIcon, TrashIcon } from '../../ui/icons/moreIcons.tsx';
import { Cell, HeaderCell, Row, RowActions, Table } from '../../ui/tables/Table.tsx';
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
  const words = {
    kind: t('Platforms.Kind'),
    address: t('Platforms.Address'),
    systems: t('Platforms.Systems'),
  };
  const { environment, platforms } = list;
  const kind =
    environment.kind === 'builtin'
      ? t('Platforms.Builtin')
      : t(`Platforms.Kind.${environment.kind as PlatformKind}`);
  return (
    <Table
      caption={t('PlatformsPage.Title')}
      head={
        <>
          <HeaderCell>{t('Platforms.Name')}</HeaderCell>
          <HeaderCell>{words.kind}</HeaderCell>
          <HeaderCell>{words.address}</HeaderCell>
          <HeaderCell>{words.systems}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('List.Actions')}</span>
          </HeaderCell>
        </>
      }
    >
      <Row>
        <Cell lead>{t('Platforms.Environment')}</Cell>
        <Cell label={words.kind}>{kind}</Cell>
        <Cell label={words.address}>
          <span className="text-muted">{t('Platforms.Environment.Hint')}</span>
        </Cell>
        <Cell label={words.systems}>
          <Systems systems={environment.systems} />
        </Cell>
        <Cell align="end">
          {environment.kind !== 'builtin' && (
            <Button
              size="sm"
              aria-label={t('Platforms.Accounts.Of', { name: kind })}
              onClick={() => onAccounts({ id: null, name: kind })}
            >
              {t('Platforms.Accounts')}
            </Button>
          )}
        </Cell>
      </Row>
      {platforms.map((platform) => (
        <Row key={platform.id}>
          <Cell lead className="[overflow-wrap:anywhere]">
            {platform.name}
          </Cell>
          <Cell label={words.kind}>{t(`Platforms.Kind.${platform.kind}`)}</Cell>
          <Cell label={words.address} className="[overflow-wrap:anywhere]">
            {platform.address}
          </Cell>
          <Cell label={words.systems}>
            <Systems systems={platform.systems} />
          </Cell>
          <Cell align="end">
            <RowActions label={t('List.ActionsOf', { name: platform.name })}>
              <Button
                size="sm"
                aria-label={t('Platforms.Accounts.Of', { name: platform.name })}
                onClick={() => onAccounts(platform)}
              >
                {t('Platforms.Accounts')}
              </Button>
              <Button
                size="sm"
                icon={PencilIcon}
                aria-label={t('Platforms.Change.Of', { name: platform.name })}
                onClick={() => onChange(platform)}
              >
                {t('Platforms.Change')}
              </Button>
              <Button
                size="sm"
                icon={TrashIcon}
                aria-label={t('Platforms.Remove.Of', { name: platform.name })}
                onClick={() => onRemove(platform)}
              >
                {t('Platforms.Remove')}
              </Button>
            </RowActions>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function Systems({ systems }: { systems: Platform['systems'] }) {
  const t = useT();
  if (systems.length === 0) return <span className="text-muted">{t('Platforms.Systems.None')}</span>;
  return systems.map(({ name }) => name).join(', ');
}
