import { Dialog, type DialogProps } from '../../../ui/aria/Dialog.tsx';
import { useT } from '../../i18n/useT.ts';

/** A dialog with a close button, which Escape closes too. */
export function ClosableDialog(props: Omit<DialogProps, 'closeLabel'>) {
  const t = useT();
  return <Dialog {...props} closeLabel={t('Dialog.Close')} />;
}
