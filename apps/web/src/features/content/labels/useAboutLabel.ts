import { interfaceLabels, publicLabels } from '@guichet/contract/content';
import { useT } from '../../../platform/i18n/useT.ts';

/** Says where a label is used; nothing for one that a system has made up. */
export function useAboutLabel(): (label: string) => string | undefined {
  const t = useT();
  return (label) => {
    const known = [...publicLabels, ...interfaceLabels].find((name) => name === label);
    return known && t(`Content.About.${known}`);
  };
}
