import type { Preview } from '@guichet/contract/imports/imports';
import { useTexts } from '../../../core/i18n/formats.ts';
import { Notice } from '../../../ui/states/Notice.tsx';

export interface TurnedAwayNoteProps extends NonNullable<Preview['turnedAway']> {
  /** Whether the import mails them that they are expected again. */
  isTold: boolean;
}

/** People of the list who were told not to come to the exam, and whether they learn that they are expected again. */
export function TurnedAwayNote({ people, names, isTold }: TurnedAwayNoteProps) {
  const { t, list } = useTexts();
  if (people === 0) return null;
  const some = people > names.length ? 'Import.TurnedAway.NamesMore' : 'Import.TurnedAway.Names';
  return (
    <Notice tone={isTold ? 'info' : 'warning'} title={t('Import.TurnedAway.Title', { count: people })}>
      <p className="wrap-anywhere">{t(some, { names: list(names) })}</p>
      <p className="mt-1">{t(`Import.TurnedAway.${isTold ? 'Told' : 'Untold'}`, { count: people })}</p>
    </Notice>
  );
}
