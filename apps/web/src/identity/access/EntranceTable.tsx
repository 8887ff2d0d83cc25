import type { Entrance } from '@guichet/contract/identity/access';
import { landingPath } from '@guichet/contract/systems/landings';
import type { ReactNode } from 'react';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { SmallLink } from '../../ui/buttons/SmallButton.tsx';
import { ArrowRightIcon, SlidersIcon } from '../../ui/icons/moreIcons.tsx';
import { Cell, HeaderCell, Row, RowActions, Table } from '../../ui/tables/Table.tsx';

export interface EntranceTableProps {
  entrances: readonly Entrance[];
  isSuperAdmin: boolean;
  /** Renders the tasks in a system that the reader administers. */
  work?: ((entrance: SystemPlace) => ReactNode) | undefined;
  /** Whether the reader, a candidate of the system, has no exam in it any more. */
  hasLeft: (entrance: Entrance) => boolean;
}

/** A system on home, with its title in the current language and the path of its configuration page. */
export interface SystemPlace {
  readonly systemId: number;
  readonly title: string;
  readonly configuration: string;
}

/** The rows of super admins (S2.11), and one row per system that the person may enter (S2.7). */
export function EntranceTable({ entrances, isSuperAdmin, work, hasLeft }: EntranceTableProps) {
  const t = useT();
  const hasWork = entrances.some(({ isAdmin }) => isAdmin);
  return (
    <Table
      caption={t('HomePage.Systems')}
      head={
        <>
          <HeaderCell>{t('HomePage.System')}</HeaderCell>
          {hasWork && <HeaderCell>{t('HomePage.Work')}</HeaderCell>}
          <HeaderCell align="end">{t('HomePage.Ways')}</HeaderCell>
        </>
      }
    >
      {isSuperAdmin && (
        <>
          <PlaceRow href="/configuration" name={t('HomePage.SuperAdmin')} hasWork={hasWork}>
            {t('HomePage.SuperAdmin.About')}
          </PlaceRow>
          <PlaceRow href="/configuration/users" name={t('HomePage.Users')} hasWork={hasWork}>
            {t('HomePage.Users.About')}
          </PlaceRow>
        </>
      )}
      {entrances.map((entrance) => (
        <EntranceRow
          key={entrance.systemId}
          entrance={entrance}
          work={hasWork ? work : null}
          hasLeft={hasLeft(entrance)}
        />
      ))}
    </Table>
  );
}

interface EntranceRowProps {
  entrance: Entrance;
  /** Null when the table has no column of tasks. */
  work: EntranceTableProps['work'] | null;
  hasLeft: boolean;
}

function EntranceRow({ entrance, work, hasLeft }: EntranceRowProps) {
  const t = useT();
  const language = useLanguage();
  const { systemId, slug, name, isAdmin, isSupport, isStudent } = entrance;
  const title = entrance.title[language] || name;
  const landing = landingPath(entrance, language);
  const configuration = `/${slug}/configuration`;
  // An administrator without an exam in the system comes to work, so the name leads to the configuration.
  const comesToWork = isAdmin && !isStudent;
  return (
    <Row>
      <Cell lead>
        <PlaceLink href={comesToWork ? configuration : landing} name={title}>
          {hasLeft ? `${name} · ${t('HomePage.NoExam')}` : name}
        </PlaceLink>
      </Cell>
      {work && <Cell>{isAdmin && work({ systemId, title, configuration })}</Cell>}
      <Cell align="end">
        <RowActions wraps label={t('List.ActionsOf', { name: title })}>
          {isStudent && (
            <SmallLink
              href={landing}
              iconEnd={ArrowRightIcon}
              aria-label={t('HomePage.Learning.Of', { system: title })}
            >
              {t('HomePage.Learning')}
            </SmallLink>
          )}
          {comesToWork && (
            <SmallLink
              href={landing}
              iconEnd={ArrowRightIcon}
              aria-label={t('HomePage.Courses.Of', { system: title })}
            >
              {t('HomePage.Courses')}
            </SmallLink>
          )}
          {(isAdmin || isSupport) && (
            <SmallLink
              href={configuration}
              icon={SlidersIcon}
              aria-label={t(isAdmin ? 'HomePage.Admin.Of' : 'HomePage.Support.Of', { system: title })}
            >
              {t(isAdmin ? 'HomePage.Admin' : 'HomePage.Support')}
            </SmallLink>
          )}
        </RowActions>
      </Cell>
    </Row>
  );
}

function PlaceRow({ hasWork, ...place }: { href: string; name: string; hasWork: boolean; children: string }) {
  return (
    <Row>
      <Cell lead>
        <PlaceLink {...place} />
      </Cell>
      {hasWork && <Cell />}
      <Cell />
    </Row>
  );
}

function PlaceLink({ href, name, children }: { href: string; name: string; children: string }) {
  return (
    <span className="wrap-anywhere block min-w-32 py-0.5">
      <a
        href={href}
        className="inline-flex min-h-6 items-center font-medium text-accent-ink underline-offset-4 hover:underline"
      >
        {name}
      </a>
      <span className="block font-normal text-muted text-sm">{children}</span>
    </span>
  );
}
