import { useFormats, useT } from '../../i18n/formats.ts';

/** Says when a text was saved, and by which person if by a person. */
export function useSavedNote(): (saved: { savedAt: Date | null; savedBy?: string | null }) => string {
  const t = useT();
  const { longDateTime } = useFormats();
  return ({ savedAt, savedBy }) => {
    if (!savedAt) return savedBy ? t('Versions.By', { name: savedBy }) : t('Versions.NotSaved');
    const date = longDateTime(savedAt);
    return savedBy ? t('Versions.SavedBy', { date, name: savedBy }) : t('Versions.SavedAt', { date });
  };
}
