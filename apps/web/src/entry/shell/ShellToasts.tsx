import { useT } from '../../core/i18n/useT.ts';
import { Toasts } from '../../ui/toasts/Toasts.tsx';

export default function ShellToasts() {
  const t = useT();
  return <Toasts closeLabel={t('Shell.CloseNotification')} />;
}
