import type { System } from '@guichet/contract/systems/systems';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx';
import { PencilIcon, SlidersIcon } from '../../ui/icons/moreIcons.tsx';
import { Cell, HeaderCell, Row, RowActions, Table } from '../../ui/tables/Table.tsx';

export interface SystemTableProps {
  systems: readonly System[];
  /** The text about each system's platform; empty while none is registered, since all use the same. */
  platforms: ReadonlyMap<number, string>;
  onChange: (system: System) => void;
}

/** S2.54: number, name linked to the content, course prefix, and sender. */
export function SystemTable({ systems, platforms, onChange }: SystemTableProps) {
  const t = useT();
  const words = {
    id: t('Systems.Id'),
    coursePrefix: t('Systems.CoursePrefix'),
    emailFrom: t('Systems.EmailFrom'),
    emailFromName: t('Systems.EmailFromName'),
  };
  return (
    <Table
      caption={t('SystemsPage.Title')}
      head={
        <>
          <HeaderCell align="end">{words.id}</HeaderCell>
          <HeaderCell>{t('Systems.Name')}</HeaderCell>
          <HeaderCell>{words.coursePrefix}</HeaderCell>
          <HeaderCell>{words.emailFrom}</HeaderCell>
          <HeaderCell>{words.emailFromName}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('List.Actions')}</span>
          </HeaderCell>
        </>
      }
    >
      {systems.map((system) => (
        <Row key={system.id}>
          <Cell label={words.id} align="end">
            {system.id}
          </Cell>
          <Cell lead className="[overflow-wrap:anywhere]">
            <a
              href={`/configuration/content/${system.id}`}
              className="inline-flex min-h-8 min-w-6 items-center font-medium text-accent-ink underline-offset-4 hover:underline"
            >
              {system.name}
            </a>
            {platforms.has(system.id) && (
              <span className="block font-normal text-muted text-sm">{platforms.get(system.id)}</span>
            )}
          </Cell>
          <Cell label={words.coursePrefix}>{system.coursePrefix}</Cell>
          <Cell label={words.emailFrom} className="[overflow-wrap:anywhere]">
            {system.emailFrom ?? <Unset />}
          </Cell>
          <Cell label={words.emailFromName} className="[overflow-wrap:anywhere]">
            {system.emailFromName ?? <Unset />}
          </Cell>
          <Cell align="end">
            <RowActions label={t('List.ActionsOf', { name: system.name })}>
              <Button
                size="sm"
                icon={PencilIcon}
                aria-label={t('Systems.Change.Of', { name: system.name })}
                onClick={() => onChange(system)}
              >
                {t('Systems.Change')}
              </Button>
              <ButtonLink
                size="sm"
                icon={SlidersIcon}
                href={`/${system.slug}/configuration`}
                aria-label={t('HomePage.Admin.Of', { system: system.name })}
              >
                {t('HomePage.Admin')}
              </ButtonLink>
            </RowActions>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function Unset() {
  const t = useT();
  return <span className="text-muted">{t('Systems.Unset')}</span>;
}
