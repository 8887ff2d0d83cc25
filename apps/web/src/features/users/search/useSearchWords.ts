import { useMemo } from 'react';
import { useT } from '../../../platform/i18n/useT.ts';
import type { SearchColumn } from './searchParams.ts';

export type SearchWords = Readonly<Record<SearchColumn | 'email' | 'studentNumber', string>>;

/** The names of the columns of the search, on the screen and in the exported file; the same object until they change. */
export function useSearchWords(): SearchWords {
  const t = useT();
  return useMemo(
    () => ({
      isActive: t('User.isActive'),
      name: t('User.name'),
      email: t('User.email'),
      studentNumber: t('User.studentNumber'),
      subscriptionDate: t('User.subscriptionDate'),
      lastVisitDate: t('User.lastVisitDate'),
      profession: t('User.profession'),
      attestation: t('User.attestation'),
      numberOfWorkshops: t('User.numberOfWorkshops'),
    }),
    [t],
  );
}
