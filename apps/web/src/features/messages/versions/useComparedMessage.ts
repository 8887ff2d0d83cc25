import type { MessageText } from '@guichet/contract/messages';
import type { ComparedText } from '../../../parts/versions/Comparison.tsx';
import { useT } from '../../../platform/i18n/useT.ts';

/** A message as one side of a comparison, with its attachment when files are compared. */
export function useComparedMessage() {
  const t = useT();
  return (
    title: string,
    note: string,
    { subject, body, fileName }: MessageText & { readonly fileName?: string | null },
    withFile = false,
  ): ComparedText => {
    const fields = [{ name: t('Message.Subject'), text: subject }];
    if (withFile)
      fields.push({ name: t('Message.Attachment'), text: fileName ?? t('Message.Attachment.None') });
    return { title, note, fields, html: body };
  };
}
