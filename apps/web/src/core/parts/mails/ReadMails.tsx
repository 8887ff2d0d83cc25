import type { Language } from '@guichet/contract/core/language';
import { type ReactNode, useState } from 'react';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { ForeignHtmlFrame } from '../../../ui/html/ForeignHtmlFrame.tsx';
import { useT } from '../../i18n/useT.ts';

/** Previews of mails before they are sent, behind a button; the content loads when the button opens it. */
export function ReadMails({ children }: { children: ReactNode }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-col items-start gap-3">
      <SmallButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('NoticeMails.Read')}
      </SmallButton>
      {isOpen && (
        // As high as a short mail, so that its place comes into sight before the text has loaded.
        <section
          ref={comeInto}
          tabIndex={-1}
          aria-label={t('NoticeMails.Read')}
          className="flex min-h-72 w-full scroll-mt-4 flex-col gap-4 outline-none"
        >
          {children}
        </section>
      )}
    </div>
  );
}

/** Below a long dialog's edge nobody would see that the press has opened something. */
function comeInto(panel: HTMLElement | null): void {
  panel?.focus({ preventScroll: true });
  panel?.scrollIntoView({ block: 'nearest' });
}

export function MailSection({ reader, children }: { reader: Language; children: ReactNode }) {
  const t = useT();
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-muted text-sm">{t(`Message.Preview.${reader}`)}</h3>
      {children}
    </section>
  );
}

export interface ReadMailProps {
  mail: { readonly subject: string; readonly html: string };
  reader: Language;
  /** The language of the text, when the reader's own language has no text. */
  language?: Language;
}

export function ReadMail({ mail, reader, language = reader }: ReadMailProps) {
  const t = useT();
  return (
    <>
      <p lang={language} className="font-medium text-ink">
        {mail.subject}
      </p>
      <ForeignHtmlFrame title={t(`Message.Preview.${reader}`)} html={mail.html} lang={language} />
    </>
  );
}
