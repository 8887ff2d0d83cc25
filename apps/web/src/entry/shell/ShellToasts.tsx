import { useT } from '../../platform/i18n/useT.ts';
import { Toasts } from '../../ui/toasts/Toasts.tsx';

export default function ShellToasts() {
  const t = useT();
  return <Toasts closeLabel={t('Shell.CloseNotification')} />;
}
