import { useTexts } from '../../i18n/formats.ts';

/** “another program”, with the names of a person's other programs where the reader is told them. */
export function useOtherPrograms(): (names?: readonly string[]) => string {
  const { t, list } = useTexts();
  return (names = []) =>
    names.length > 0 ? t('Program.Another.Of', { names: list(names) }) : t('Program.Another');
}
