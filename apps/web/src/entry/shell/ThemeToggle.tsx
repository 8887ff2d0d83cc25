import { useT } from '../../core/i18n/useT.ts';
import { setTheme, themes, useTheme } from '../../core/page/theme.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { MonitorIcon, MoonIcon, SunIcon } from '../../ui/icons/icons.tsx';

const icons = { system: MonitorIcon, light: SunIcon, dark: MoonIcon };

/** Cycles through three themes: the device's, light, dark. */
export function ThemeToggle() {
  const t = useT();
  const theme = useTheme();
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  return <IconButton label={t(`Shell.Theme.${theme}`)} icon={icons[theme]} onClick={() => setTheme(next)} />;
}
