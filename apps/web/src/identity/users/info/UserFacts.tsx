import { personTextNames } from '@guichet/contract/core/personTexts';
import type { UserInfo } from '@guichet/contract/identity/users.changes';
import { listRoles } from '@guichet/contract/identity/users.search';
import type { ReactNode } from 'react';
import { query, useQuery } from '../../../core/call/query.ts';
import { useLanguage, useT, useTexts } from '../../../core/i18n/formats.ts';
import { useSuperAdmins } from '../../../core/page/SuperAdminSlot.tsx';
import { EmailLink } from '../../../ui/html/EmailLink.tsx';
import { StateChip } from '../../../ui/states/Badge.tsx';
import { NoValue } from '../list/NoValue.tsx';
import { useGroupWords } from '../useGroupWords.ts';
import { useRoleWords } from '../useRoleWords.ts';

export function UserFacts({ user }: { user: UserInfo }) {
  const { t, longDateTime, longDay } = useTexts();
  const superAdmins = useSuperAdmins();
  return (
    <>
      {user.isGuest && <p className="text-muted">{t('UserInfo.Guest')}</p>}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact name={t('UserInfo.State')}>
          <span className="flex flex-wrap gap-1.5 *:max-w-full *:whitespace-normal">
            {!(user.isActive && user.lock) && (
              <StateChip tone={user.isActive ? 'success' : 'neutral'}>
                {t(user.isActive ? 'Search.Status.active' : 'Search.Status.inactive')}
              </StateChip>
            )}
            {user.lock && <StateChip tone="danger">{t('UserInfo.Locked')}</StateChip>}
            {user.hasSecondFactor !== null && (
              <StateChip tone={user.hasSecondFactor ? 'info' : 'neutral'}>
                {t(user.hasSecondFactor ? 'UserInfo.SecondFactor' : 'UserInfo.NoSecondFactor')}
              </StateChip>
            )}
            {user.mustChoosePassword && <StateChip tone="warning">{t('UserInfo.MustChoose')}</StateChip>}
          </span>
          {user.lock && (
            <div className="mt-1 text-muted text-sm">
              {t('UserInfo.LockedBy', { name: user.lock.by, since: longDateTime(user.lock.since) })}
              {superAdmins}
            </div>
          )}
        </Fact>
        <Fact name={t('User.email')}>
          <EmailLink email={user.email} />
          {!user.isGuest && (
            <span className="block text-muted text-sm">
              {t(user.emailConfirmed ? 'UserInfo.Confirmed' : 'UserInfo.NotConfirmed')}
            </span>
          )}
          {user.newEmail && (
            <span className="wrap-anywhere block text-muted text-sm">
              {t('UserInfo.NewEmail', { email: user.newEmail })}
            </span>
          )}
        </Fact>
        {personTextNames.map((name) => (
          <Fact key={name} name={t(`User.${name}`)}>
            {user[name] ?? <NoValue label={t('User.NotGiven')} />}
          </Fact>
        ))}
        <Fact name={t(user.isGuest ? 'UserInfo.Guest.Since' : 'User.subscriptionDate')}>
          {longDay(user.subscriptionDate)}
        </Fact>
        {!user.isGuest && (
          <Fact name={t('User.lastVisitDate')}>
            {user.lastVisitDate
              ? longDateTime(user.lastVisitDate)
              : t(user.hasSecondFactor === null ? 'Users.VisitHidden' : 'Users.NeverVisited')}
          </Fact>
        )}
        <Fact name={t('User.language')}>
          {user.language ? t(`Language.${user.language}`) : <NoValue label={t('User.NotGiven')} />}
        </Fact>
        {!user.isGuest && (
          <Fact name={t('Search.Newsletter')}>{t(user.newsLetter ? 'Dialog.Yes' : 'Dialog.No')}</Fact>
        )}
      </dl>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="text-ink">{children}</dd>
    </div>
  );
}

interface UserPlacesProps {
  user: Pick<UserInfo, 'linkDue' | 'listRole' | 'externalList' | 'byGroups' | 'exams'>;
  systemName: (systemId: number) => string;
}

/** The person's roles, and their keys on the learning platforms. */
export function UserPlaces({ user, systemName }: UserPlacesProps) {
  const t = useT();
  const { listRole, externalList } = user;
  const groupsOf = useGroupWords(user);
  const roleWords = useRoleWords();
  const roles = useQuery(query(listRoles, { language: useLanguage() })).data ?? [];
  const isOfStaff = (name: string) => roles.some((one) => one.name === name && one.role !== 'student');
  // The role of a candidate outlasts the last exam in a system.
  const hasLeft = (name: string) =>
    roles.some(
      (one) =>
        one.name === name &&
        one.role === 'student' &&
        !user.exams.some(({ systemId }) => systemId === one.systemId),
    );
  return (
    <>
      <Section title={t('UserInfo.Roles')} none={t('UserInfo.Roles.None')}>
        {listRole.map((role) => (
          <li key={role}>
            {hasLeft(role) ? t('UserInfo.Roles.NoExam', { role: roleWords(role) }) : roleWords(role)}
            {user.linkDue && isOfStaff(role) && (
              <span className="block text-muted text-sm">{t('UserInfo.Roles.LinkDue')}</span>
            )}
            {groupsOf(role) && <span className="block text-muted text-sm">{groupsOf(role)}</span>}
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

export function Section({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
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
