import { interfaceLabels, publicLabels } from '@guichet/contract/systems/content';
import type { T } from '../../i18n/useT.ts';

/** The name of a content by its label; a label that a system has added is its own name. */
export function nameContent(t: T, label: string): string {
  const known = [...publicLabels, ...interfaceLabels].find((name) => name === label);
  return known ? t(`Content.Name.${known}`) : label;
}
