import { attachmentExtensions, attachmentMaxBytes } from '@guichet/contract/mail/messages';
import { useT } from '../../../core/i18n/useT.ts';

/** Why a file cannot be attached to a mail; null where it can, as far as its name and size tell. */
export function useFileFault(): (file: File) => string | null {
  const t = useT();
  return ({ name, size }) => {
    if (!attachmentExtensions.some((extension) => name.toLowerCase().endsWith(extension)))
      return t('Message.Attachment.WrongKind');
    return size > attachmentMaxBytes
      ? t('Message.Attachment.TooLarge', { limit: attachmentMaxBytes / 1024 / 1024 })
      : null;
  };
}
