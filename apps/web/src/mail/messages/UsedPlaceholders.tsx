import { placeholders } from '@guichet/contract/mail/messages';
import { useT } from '../../core/i18n/useT.ts';

/** The names of the fields in a text, in the language of the reader: the text itself shows their codes. */
export function UsedPlaceholders({ text }: { text: string }) {
  const t = useT();
  const used = placeholders.filter((name) => text.includes(`{{${name}}}`));
  if (used.length === 0) return null;
  return (
    <p className="text-muted text-sm">
      {t('Message.Placeholder.Used')}
      {used.map((name, place) => (
        <span key={name}>
          {place > 0 && ' ·'} <code translate="no" className="font-mono text-xs">{`{{${name}}}`}</code>{' '}
          {t(`Message.Placeholder.${name}`)}
        </span>
      ))}
    </p>
  );
}
