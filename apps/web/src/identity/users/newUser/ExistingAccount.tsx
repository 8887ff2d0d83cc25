import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { useSuperAdmins } from '../../../core/page/SuperAdminSlot.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import type { Person } from '../person.ts';
import { holderOptions } from '../search/search.api.ts';

/** The actions that a page offers for an address with an account. */
export interface ExistingOffers {
  readonly onGiveRoles: (person: Person, roleList: readonly string[]) => void;
  /** The button that places the account in the page's exam; null without an exam. */
  readonly addToExam: ((email: string, onDone: () => void) => ReactNode) | null;
}

export interface ExistingAccountProps extends ExistingOffers {
  email: string;
  roleList?: readonly string[];
  onDone: () => void;
}

/** The owner of a typed address, and the probable intention: roles for them, or a place in the exam. */
export function ExistingAccount(props: ExistingAccountProps) {
  const { email, roleList = [], onGiveRoles, addToExam, onDone } = props;
  const t = useT();
  const superAdmins = useSuperAdmins();
  const holder = useQuery(holderOptions(email));
  if (holder.data === undefined) return null;
  const person = holder.data;
  return (
    <Notice
      tone="info"
      action={
        <span className="flex flex-wrap gap-2">
          {addToExam?.(email, onDone)}
          {person && (
            <SmallButton
              onClick={() => {
                onDone();
                onGiveRoles(
                  person,
                  roleList.filter((name) => name !== ''),
                );
              }}
            >
              {t('Existing.GiveRoles')}
            </SmallButton>
          )}
        </span>
      }
    >
      {person ? t('Existing.Known', { name: person.fullName }) : t('Existing.Hidden')}
      {!person && superAdmins}
    </Notice>
  );
}
