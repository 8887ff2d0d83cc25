import { type Language, languages } from '@guichet/contract/core/language';
import { useT } from '../../core/i18n/useT.ts';
import { Segmented } from '../../ui/fields/Segmented.tsx';
import { useDraft } from './drafts/drafts.ts';

export interface LanguageChoiceProps {
  systemId: number;
  value: Language;
  onChange: (language: Language) => void;
}

/** Selects the message to edit; a dot marks a message with unsaved changes. */
export function LanguageChoice({ systemId, value, onChange }: LanguageChoiceProps) {
  const t = useT();
  return (
    <Segmented
      legend={t('Message.Language')}
      value={value}
      onChange={onChange}
      options={languages.map((language) => ({
        value: language,
        label: <LanguageName systemId={systemId} language={language} />,
      }))}
    />
  );
}

function LanguageName({ systemId, language }: { systemId: number; language: Language }) {
  const t = useT();
  const [draft] = useDraft(systemId, language);
  return (
    <span className="inline-flex items-center gap-1.5">
      {t(`Language.${language}`)}
      {draft !== null && (
        <>
          <span aria-hidden="true" className="forced-fill size-1.5 rounded-full bg-warning-ink" />
          <span className="sr-only">{t('Message.Unsaved')}</span>
        </>
      )}
    </span>
  );
}
