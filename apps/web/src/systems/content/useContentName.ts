import { interfaceLabels, publicLabels } from '@guichet/contract/systems/content';
import { useT } from '../../core/i18n/useT.ts';

/** Names a content by its label; a label that a system has added is its own name. */
export function useContentName(): (label: string) => string {
  const t = useT();
  return (label) => {
    const known = [...publicLabels, ...interfaceLabels].find((name) => name === label);
    return known ? t(`Content.Name.${known}`) : label;
  };
}
