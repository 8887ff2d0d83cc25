import { nameContent } from '../../core/audit/nameContent.ts';
import { useT } from '../../core/i18n/useT.ts';

/** Names a content by its label. */
export function useContentName(): (label: string) => string {
  const t = useT();
  return (label) => nameContent(t, label);
}
