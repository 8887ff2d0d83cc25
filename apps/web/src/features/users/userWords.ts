import { listedTexts, textsAs } from '@guichet/contract/users.personTexts';
import { useT } from '../../platform/i18n/useT.ts';
import type { UserColumn } from './userView.ts';

export type UserWords = Readonly<Record<UserColumn | 'mail' | 'platform', string>>;

/** The column names of a user list, on the screen and in the exported file. */
export function useUserWords(): UserWords {
  const t = useT();
  return {
    firstName: t('User.firstName'),
    lastName: t('User.lastName'),
    email: t('User.email'),
    ...textsAs(listedTexts, (name) => t(`User.${name}`)),
    role: t('User.role'),
    mail: t('User.mail'),
    platform: t('User.platform'),
  };
}
