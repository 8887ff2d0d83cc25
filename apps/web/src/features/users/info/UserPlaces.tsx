import type { UserInfo } from '@guichet/contract/users.changes';
import type { ReactNode } from 'react';
import { useFormats } from '../../../platform/i18n/formats.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { StateChip } from '../../../ui/states/Badge.tsx';

export interface UserPlacesProps {
  user: Pick<UserInfo, 'listRole' | 'exams' | 'externalList'>;
  systemName: (systemId: number) => string;
}

/** The person's roles, exams, and keys on the learning platforms. */
export function UserPlaces({ user, systemName }: UserPlacesProps) {
  const t = useT();
  const { longDay } = useFormats();
  const { listRole, exams, externalList } = user;
  return (
    <>
      <Section title={t('UserInfo.Roles')} none={t('UserInfo.Roles.None')}>
        {listRole.map((role) => (
          <li key={role}>{role}</li>
        ))}
      </Section>
      <Section title={t('UserInfo.Exams')} none={t('UserInfo.Exams.None')}>
        {exams.map(({ cohortId, title, date, isCancelled }) => (
          <li key={cohortId} className="flex flex-wrap items-baseline gap-x-2">
            {t('UserInfo.Exam', { title, date: longDay(date) })}
            {isCancelled && <StateChip tone="danger">{t('Cohort.Cancelled')}</StateChip>}
          </li>
        ))}
      </Section>
      <Section title={t('UserInfo.Keys')} none={t('UserInfo.Keys.None')}>
        {externalList.map(({ systemId, key }) => (
          <li key={systemId} className="flex flex-wrap justify-between gap-x-4">
            <span>{systemName(systemId)}</span>
            <code className="font-mono text-sm [overflow-wrap:anywhere]">{key}</code>
          </li>
        ))}
      </Section>
    </>
  );
}

function Section({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="font-semibold text-ink">{title}</h3>
      {children.length > 0 ? (
        <ul className="flex flex-col gap-1 [overflow-wrap:anywhere]">{children}</ul>
      ) : (
        <p className="text-muted">{none}</p>
      )}
    </section>
  );
}
