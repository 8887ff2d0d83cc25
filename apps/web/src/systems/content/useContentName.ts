import { useT } from '../../core/i18n/useT.ts';
import { nameContent } from '../../core/parts/contents/nameContent.ts';

/** Names a content by its label. */
export function useContentName(): (label: string) => string {
  const t = useT();
  return (label) => nameContent(t, label);
}
