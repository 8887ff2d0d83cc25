import type { ReplyOf } from '@guichet/contract/core/endpoint';
import type { listEntrances } from '@guichet/contract/identity/access';
import type { ReactNode } from 'react';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { OwnLanguage } from './OwnLanguage.tsx';

export interface OwnIdentityProps {
  person: Pick<
    ReplyOf<typeof listEntrances>,
    'fullName' | 'email' | 'language' | 'isSuperAdmin' | 'entrances'
  >;
  /** The buttons with which staff change their name and address; null for readers who must ask for it. */
  changes: ReactNode;
}

export function OwnIdentity({ person, changes }: OwnIdentityProps) {
  const t = useT();
  const roles = useOwnRoles(person);
  return (
    <Card title={t('Account.Identity')}>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact name={t('Account.Name')}>{person.fullName}</Fact>
        <Fact name={t('Account.Email')}>{person.email}</Fact>
        <Fact name={t('Account.Language')}>
          <OwnLanguage language={person.language} />
        </Fact>
        <Fact name={t('Account.Roles')}>
          {roles.length > 0 ? (
            <ul className="flex flex-col gap-0.5">
              {roles.map((role) => (
                <li key={role}>{role}</li>
              ))}
            </ul>
          ) : (
            t('Account.Roles.None')
          )}
        </Fact>
      </dl>
      {changes ?? <HowToMend isCandidate={person.entrances.some(({ isStudent }) => isStudent)} />}
    </Card>
  );
}

/** Says how to have an error corrected; a candidate asks for the correction in the portal. */
function HowToMend({ isCandidate }: { isCandidate: boolean }) {
  const t = useT();
  return (
    <p className="mt-4 text-muted text-sm">
      {isCandidate ? (
        <>
          {t('Account.Mend.Ask')}{' '}
          <a href="/my-exams#correction" className="text-accent-ink underline underline-offset-4">
            {t('MyData.Ask')}
          </a>
        </>
      ) : (
        t('Account.Mend')
      )}
    </p>
  );
}

/** The roles in words. A super administrator reaches every system, and an administrator includes support. */
function useOwnRoles({ isSuperAdmin, entrances }: OwnIdentityProps['person']): string[] {
  const t = useT();
  const language = useLanguage();
  if (isSuperAdmin) return [t('Role.superAdmin')];
  return entrances.flatMap(({ title, name, isAdmin, isSupport, isStudent }) => {
    const system = title[language] || name;
    const staff = isAdmin ? 'Role.admin' : isSupport ? 'Role.support' : null;
    return [...(staff ? [t(staff, { system })] : []), ...(isStudent ? [t('Role.student', { system })] : [])];
  });
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="text-ink [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
