import { useT } from '../../../core/i18n/useT.ts';
import { usePaletteOpener } from '../../../core/page/palette.ts';
import { SearchIcon } from '../../../ui/icons/moreIcons.tsx';

/** The search field of whoever answers calls: opens the quick access, which finds people. */
export function FindPerson() {
  const t = useT();
  const openPalette = usePaletteOpener();
  if (!openPalette) return null;
  return (
    <button
      type="button"
      onClick={openPalette}
      aria-keyshortcuts="Control+K"
      className="flex min-h-12 w-full max-w-2xl cursor-text items-center gap-3 rounded-md border border-edge/60 bg-surface px-4 py-2 text-left leading-snug text-muted hover:border-edge"
    >
      <SearchIcon size={20} className="shrink-0" />
      {t('HomePage.FindPerson')}
    </button>
  );
}
