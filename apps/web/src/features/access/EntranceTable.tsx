import type { Entrance } from '@guichet/contract/access';
import { landingPath } from '@guichet/contract/landings';
import { useLanguage, useT } from '../../platform/i18n/useT.ts';
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx';
import { SlidersIcon } from '../../ui/icons/moreIcons.tsx';
import { ArrowRightIcon } from '../../ui/icons/publicIcons.tsx';
import { Cell, HeaderCell, Row, Table } from '../../ui/tables/Table.tsx';

export interface EntranceTableProps {
  entrances: readonly Entrance[];
  isSuperAdmin: boolean;
}

/** One row per system that the person may enter (S2.7), and the rows of super admins (S2.11). */
export function EntranceTable({ entrances, isSuperAdmin }: EntranceTableProps) {
  const t = useT();
  return (
    <Table
      caption={t('HomePage.Systems')}
      head={
        <>
          <HeaderCell>{t('HomePage.System')}</HeaderCell>
          <HeaderCell align="end">{t('HomePage.Ways')}</HeaderCell>
        </>
      }
    >
      {entrances.map((entrance) => (
        <EntranceRow key={entrance.systemId} entrance={entrance} />
      ))}
      {isSuperAdmin && (
        <>
          <PlaceRow href="/configuration" name={t('HomePage.SuperAdmin')}>
            {t('HomePage.SuperAdmin.About')}
          </PlaceRow>
          <PlaceRow href="/configuration/users" name={t('HomePage.Users')}>
            {t('HomePage.Users.About')}
          </PlaceRow>
        </>
      )}
    </Table>
  );
}

function EntranceRow({ entrance }: { entrance: Entrance }) {
  const t = useT();
  const language = useLanguage();
  const { slug, name, isAdmin, isSupport, isStudent } = entrance;
  const title = entrance.title[language] || name;
  const landing = landingPath(entrance, language);
  const configuration = `/${slug}/configuration`;
  return (
    <Row>
      <Cell lead>
        <PlaceLink href={landing} name={title}>
          {name}
        </PlaceLink>
      </Cell>
      <Cell align="end">
        <span className="inline-flex flex-wrap @min-[40rem]:justify-end gap-2 py-0.5">
          {isStudent && (
            <ButtonLink
              href={landing}
              size="sm"
              iconEnd={ArrowRightIcon}
              aria-label={t('HomePage.Learning.Of', { system: title })}
            >
              {t('HomePage.Learning')}
            </ButtonLink>
          )}
          {(isAdmin || isSupport) && (
            <ButtonLink
              href={configuration}
              size="sm"
              icon={SlidersIcon}
              aria-label={t(isAdmin ? 'HomePage.Admin.Of' : 'HomePage.Support.Of', { system: title })}
            >
              {t(isAdmin ? 'HomePage.Admin' : 'HomePage.Support')}
            </ButtonLink>
          )}
        </span>
      </Cell>
    </Row>
  );
}

function PlaceRow(place: { href: string; name: string; children: string }) {
  return (
    <Row>
      <Cell lead>
        <PlaceLink {...place} />
      </Cell>
      <Cell />
    </Row>
  );
}

function PlaceLink({ href, name, children }: { href: string; name: string; children: string }) {
  return (
    <span className="block py-1">
      <a href={href} className="font-medium text-accent-ink underline-offset-4 hover:underline">
        {name}
      </a>
      <span className="block font-normal text-muted text-sm">{children}</span>
    </span>
  );
}
