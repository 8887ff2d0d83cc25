import type { Language } from '@guichet/contract/core/language';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/useT.ts';

export interface TextPreviewProps {
  title: string;
  language: Language;
  className?: string;
  /** The text as its page draws it; null while there is none. */
  children: ReactNode;
}

/** How a text that is being written will look. */
export function TextPreview({ title, language, className, children }: TextPreviewProps) {
  const t = useT();
  return (
    <figure className={clsx('rounded-md border border-line border-dashed p-4', className)}>
      <figcaption className="mb-2 text-muted text-xs">{title}</figcaption>
      {children === null ? (
        <p className="text-muted text-sm">{t('Content.Preview.Nothing')}</p>
      ) : (
        <div lang={language} className="[overflow-wrap:anywhere]">
          {children}
        </div>
      )}
    </figure>
  );
}
