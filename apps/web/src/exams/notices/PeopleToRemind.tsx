import type { PersonToRemind } from '@guichet/contract/exams/notices.reminders';
import { useT } from '../../core/i18n/useT.ts';
import { PagedRows } from '../../core/lists/PagedRows.tsx';

const sizes = [5, 10, 50] as const;

/** Everybody whom a reminder would reach, sorted by name, with the reason. */
export function PeopleToRemind({ people }: { people: readonly PersonToRemind[] }) {
  const t = useT();
  return (
    <div className="-mx-5 [--color-surface:var(--color-raised)] sm:-mx-7">
      <PagedRows
        caption={t('Reminder.People')}
        rows={people}
        keyOf={({ id }) => id}
        columns={[
          { heading: t('User.name'), lead: true, cell: ({ fullName }) => fullName },
          {
            heading: t('User.email'),
            cell: ({ email }) => <span className="[overflow-wrap:anywhere]">{email}</span>,
          },
          {
            heading: t('Import.Field.language'),
            cell: ({ language }) => (language ? t(`Language.${language}`) : '–'),
          },
          { heading: t('Reminder.Cause'), cell: ({ cause }) => (cause ? t(`Reminder.Cause.${cause}`) : '–') },
        ]}
        sizes={sizes}
        label={t('Reminder.People.Pages')}
        inset="px-5 py-3 sm:px-7"
        isBare
      />
    </div>
  );
}
