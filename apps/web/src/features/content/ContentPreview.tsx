import { publicLabels } from '@guichet/contract/content';
import type { Language } from '@guichet/contract/core/language';
import { useT } from '../../platform/i18n/useT.ts';
import { Notice } from '../../ui/states/Notice.tsx';

export interface ContentPreviewProps {
  label: string;
  language: Language;
  text: string;
}

/** Shows how a text looks on the sign-in page; other texts have no preview. */
export function ContentPreview({ label, language, text }: ContentPreviewProps) {
  const t = useT();
  const trimmed = text.trim();
  if (!publicLabels.some((name) => name === label)) return null;
  return (
    <figure className="rounded-md border border-line border-dashed p-4">
      <figcaption className="mb-2 text-muted text-xs">{t('Content.Preview')}</figcaption>
      {trimmed === '' ? (
        <p className="text-muted text-sm">{t('Content.Preview.Nothing')}</p>
      ) : (
        <div lang={language} className="[overflow-wrap:anywhere]">
          {label === 'Title' && <p className="font-serif text-2xl text-ink tracking-tight">{trimmed}</p>}
          {label === 'WelcomeMessage' && <p className="whitespace-pre-line text-lg text-muted">{trimmed}</p>}
          {label === 'TechDiff' && (
            <Notice tone="warning" title={t('LoginPage.TechDiff')}>
              {trimmed}
            </Notice>
          )}
        </div>
      )}
    </figure>
  );
}
