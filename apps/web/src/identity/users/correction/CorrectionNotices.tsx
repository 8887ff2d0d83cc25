import type { PersonFields } from '@guichet/contract/identity/users.changes';
import type { ReactNode } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import type { Person } from '../person.ts';
import { fieldName, fieldValue } from './changedFields.ts';

interface AddressTakenProps {
  /** The owner of the address; null when the reader may not see that person. */
  holder: Person | null;
  onOpen: (person: Person) => void;
  /** The button that gives the other account the place in the page's exam; null without an exam. */
  place: ReactNode;
}

/** Says that another account has the address: whose, and what to do instead. */
export function AddressTaken({ holder, onOpen, place }: AddressTakenProps) {
  const t = useT();
  return (
    <Notice
      tone="warning"
      action={
        <span className="flex flex-wrap gap-2">
          {place}
          {holder && (
            <SmallButton onClick={() => onOpen(holder)}>
              {t('UserInfo.Of', { name: holder.fullName })}
            </SmallButton>
          )}
        </span>
      }
    >
      {holder ? t('Correction.Taken.By', { name: holder.fullName }) : t('Correction.Taken.Hidden')}{' '}
      {t(place ? 'Correction.Taken.Place' : 'Correction.Taken.Import')}
    </Notice>
  );
}

interface EditedMeanwhileProps {
  mine: PersonFields;
  theirs: PersonFields;
  edited: readonly (keyof PersonFields)[];
  onTakeTheirs: () => void;
}

/** Says that somebody else has corrected the person meanwhile, with both values of each edited field. */
export function EditedMeanwhile({ mine, theirs, edited, onTakeTheirs }: EditedMeanwhileProps) {
  const t = useT();
  return (
    <Notice
      tone="warning"
      role="alert"
      title={t('Correction.Conflict.Title')}
      action={
        edited.length > 0 && <SmallButton onClick={onTakeTheirs}>{t('Correction.Conflict.Take')}</SmallButton>
      }
    >
      {[
        t(edited.length > 0 ? 'Correction.Conflict.Lead' : 'Correction.Conflict.Taken'),
        ...edited.map((name) => {
          const values = { theirs: fieldValue(t, theirs, name), mine: fieldValue(t, mine, name) };
          return t('Correction.Conflict.Field', { field: fieldName(t, name), ...values });
        }),
      ].join('\n')}
    </Notice>
  );
}
