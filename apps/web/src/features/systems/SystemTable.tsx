import type { System } from '@guichet/contract/systems';
import { useT } from '../../platform/i18n/useT.ts';
import { Cell, HeaderCell, Row, Table } from '../../ui/Table.tsx';

/** S2.54: number, name, course prefix, and who the mails come from. */
export function SystemTable({ systems }: { systems: readonly System[] }) {
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
        </>
      }
    >
      {systems.map((system) => (
        <Row key={system.id}>
          <Cell label={words.id} align="end">
            {system.id}
          </Cell>
          <Cell lead>
            <a
              href={`/${system.slug}/configuration`}
              className="inline-flex min-h-8 items-center font-medium text-accent-ink underline-offset-4 hover:underline"
            >
              {system.name}
            </a>
          </Cell>
          <Cell label={words.coursePrefix}>{system.coursePrefix}</Cell>
          <Cell label={words.emailFrom}>{system.emailFrom ?? <Unset />}</Cell>
          <Cell label={words.emailFromName}>{system.emailFromName ?? <Unset />}</Cell>
        </Row>
      ))}
    </Table>
  );
}

function Unset() {
  const t = useT();
  return <span className="text-muted">{t('Systems.Unset')}</span>;
}
