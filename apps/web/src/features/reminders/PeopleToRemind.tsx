import type { PersonToRemind } from '@guichet/contract/reminders';
import { useState } from 'react';
import { useT } from '../../platform/i18n/useT.ts';
import { ListFooter } from '../../platform/lists/ListFooter.tsx';
import { pageOf } from '../../platform/lists/pages.ts';
import { Cell, HeaderCell, Row, Table } from '../../ui/tables/Table.tsx';

const sizes = [5, 10, 50] as const;

/** Everybody whom a reminder would reach, in the order of their names, with the reason. */
export function PeopleToRemind({ people }: { people: readonly PersonToRemind[] }) {
  const t = useT();
  const [wanted, setWanted] = useState(1);
  const [size, setSize] = useState<number>(sizes[0]);
  const { page, rows } = pageOf(people, wanted, size);
  const words = {
    email: t('User.email'),
    language: t('Import.Field.language'),
    cause: t('Reminder.Cause'),
  };
  return (
    <div className="-mx-5 [--color-surface:var(--color-raised)] sm:-mx-7">
      <Table
        caption={t('Reminder.People')}
        dense
        head={
          <>
            <HeaderCell>{t('User.name')}</HeaderCell>
            <HeaderCell>{words.email}</HeaderCell>
            <HeaderCell>{words.language}</HeaderCell>
            <HeaderCell>{words.cause}</HeaderCell>
          </>
        }
      >
        {rows.map((person) => (
          <Row key={person.id}>
            <Cell lead>{person.fullName}</Cell>
            <Cell label={words.email}>
              <span className="[overflow-wrap:anywhere]">{person.email}</span>
            </Cell>
            <Cell label={words.language}>{t(`Language.${person.language}`)}</Cell>
            <Cell label={words.cause}>{t(`Reminder.Cause.${person.cause}`)}</Cell>
          </Row>
        ))}
      </Table>
      {people.length > sizes[0] && (
        <div className="border-line border-t px-5 py-3 sm:px-7">
          <ListFooter
            label={t('Reminder.People.Pages')}
            total={people.length}
            page={page}
            size={size}
            sizes={sizes}
            maxLinks={5}
            onPage={setWanted}
            onSize={setSize}
          />
        </div>
      )}
    </div>
  );
}
