import { type Remark, wordRemark } from '@guichet/contract/learning/learning.remarks';
import { useLanguage, useT } from '../../i18n/useT.ts';

/** A platform's remark in the reader's language, its own words below; without a translation in English as it came. */
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
