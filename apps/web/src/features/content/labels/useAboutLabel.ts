import { interfaceLabels, publicLabels } from '@guichet/contract/content';
import { useT } from '../../../platform/i18n/useT.ts';

/** Describes where a label is used; empty for a label that the system has added. */
export function useAboutLabel(): (label: string) => string | undefined {
  const t = useT();
  return (label) => {
    const known = [...publicLabels, ...interfaceLabels].find((name) => name === label);
    return known && t(`Content.About.${known}`);
  };
}
