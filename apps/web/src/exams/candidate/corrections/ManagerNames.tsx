import type { Manager } from '@guichet/contract/exams/candidate.corrections';
import { useT, useTexts } from '../../../core/i18n/formats.ts';
import { useOtherPrograms } from '../../../core/parts/contact/useOtherPrograms.ts';

/** The most people that a sentence names; further ones are counted. */
const mostNamed = 3;

/** The names of the people who may change the whole account of a person, or answer a request. */
export function useManagerNames(): (managers: readonly Manager[]) => string {
  const { t, list } = useTexts();
  return (managers) => {
    const others = managers.length - mostNamed;
    return list([
      ...managers
        .slice(0, mostNamed)
        .map(({ fullName: name, isSuperAdmin }) =>
          isSuperAdmin ? t('Corrections.SuperAdmin', { name }) : name,
        ),
      ...(others > 0 ? [t('Corrections.Others', { count: others })] : []),
    ]);
  };
}

/** The managers to whom a request is passed on: super admins only where there is nobody else. */
export function findReceivers(managers: readonly Manager[]): readonly Manager[] {
  const administrators = managers.filter(({ isSuperAdmin }) => !isSuperAdmin);
  return administrators.length > 0 ? administrators : managers;
}

export interface ManagerNamesProps {
  managers: readonly Manager[];
  /** The names of the other systems, where the reader is told them. */
  elsewhere?: readonly string[];
}

/** Says that the account is in other systems too, and who may change what the administrators of one may not. */
export function ManagerNames({ managers, elsewhere }: ManagerNamesProps) {
  const t = useT();
  const namesOf = useManagerNames();
  const othersOf = useOtherPrograms();
  return (
    <p className="max-w-prose text-muted text-sm [overflow-wrap:anywhere]">
      {t('Corrections.Managers', { names: namesOf(managers), others: othersOf(elsewhere) })}
    </p>
  );
}
