import { type Remark, wordRemark } from '@guichet/contract/learning/learning.remarks';
import { useLanguage, useT } from '../../i18n/useT.ts';

/**
 * A remark of a learning platform in the reader's language, with the platform's own words below, if any. A
 * remark without a translation is shown unchanged, in English, as platforms and connectors answer.
 */
export function RemarkWords({ remark: { code, params, text } }: { remark: Remark }) {
  const t = useT();
  const language = useLanguage();
  if (code === null)
    return (
      <span lang="en" className="wrap-anywhere">
        {text}
      </span>
    );
  const words = wordRemark(code, params, language);
  const { said } = params;
  return (
    <>
      <span className="block wrap-anywhere">{words}</span>
      {said && !words.includes(said) && (
        <span className="wrap-anywhere block text-muted text-sm">
          {t('Platforms.Said')} <q lang="en">{said}</q>
        </span>
      )}
    </>
  );
}
