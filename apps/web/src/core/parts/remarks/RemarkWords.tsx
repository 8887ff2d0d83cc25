import type { Remark } from '@guichet/contract/learning/learning.remarks';
import { useT } from '../../i18n/useT.ts';

/**
 * What a learning platform says, in the reader's language; below it its own words, where it has any. What has no words of
 * ours is said as it is: platforms and their connectors answer in English.
 */
export function RemarkWords({ remark: { code, params, text } }: { remark: Remark }) {
  const t = useT();
  if (code === null)
    return (
      <span lang="en" className="wrap-anywhere">
        {text}
      </span>
    );
  const words = t(`Platforms.Remark.${code}`, params);
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
