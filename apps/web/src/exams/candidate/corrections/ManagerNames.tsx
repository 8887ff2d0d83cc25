import type { Manager } from '@guichet/contract/exams/candidate.corrections';
import { useFormats } from '../../../core/i18n/formats.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { useOtherPrograms } from '../../../core/parts/contact/useOtherPrograms.ts';

/** The names of the people who may change the whole account of a person. */
export function useManagerNames(): (managers: readonly Manager[]) => string {
  const t = useT();
  const { list } = useFormats();
  return (managers) =>
    list(
      managers.map(({ fullName: name, isSuperAdmin }) =>
        isSuperAdmin ? t('Corrections.SuperAdmin', { name }) : name,
      ),
    );
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
