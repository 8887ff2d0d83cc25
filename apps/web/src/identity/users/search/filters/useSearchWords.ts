import { type PersonText, personTextNames, textsAs } from '@guichet/contract/core/personTexts';
import { useMemo } from 'react';
import { useT } from '../../../../core/i18n/useT.ts';
import type { SearchColumn } from './searchParams.ts';

export type SearchWords = Readonly<Record<SearchColumn | 'email' | 'roles' | PersonText, string>>;

/** The column names of the search, on the screen and in the file; the same object until a name changes. */
export function useSearchWords(): SearchWords {
  const t = useT();
  return useMemo(
    () => ({
      isActive: t('User.isActive'),
      name: t('User.name'),
      email: t('User.email'),
      roles: t('User.role'),
      subscriptionDate: t('User.subscriptionDate'),
      lastVisitDate: t('User.lastVisitDate'),
      ...textsAs(personTextNames, (name) => t(`User.${name}`)),
      attestation: t('User.attestation'),
      numberOfWorkshops: t('User.numberOfWorkshops'),
    }),
    [t],
  );
}
