import type { NewSystem, System, SystemChange } from '@guichet/contract/systems';

/** A system while it is being typed: every field as the text that stands in it. */
export interface SystemDraft {
  readonly id: string;
  readonly name: string;
  readonly coursePrefix: string;
  readonly templateId: string;
  readonly semesterId: string;
  readonly emailFrom: string;
  readonly emailFromName: string;
  readonly copyFromSystem: string;
}

export type ChangeDraft = (patch: Partial<SystemDraft>) => void;

export function emptyDraft(): SystemDraft {
  return {
    id: '',
    name: '',
    coursePrefix: '',
    templateId: '',
    semesterId: '',
    emailFrom: '',
    emailFromName: '',
    copyFromSystem: '',
  };
}

export function draftOf(system: System): SystemDraft {
  const text = (value: string | number | null) => (value === null ? '' : String(value));
  return {
    id: text(system.id),
    name: system.name,
    coursePrefix: system.coursePrefix,
    templateId: text(system.templateId),
    semesterId: text(system.semesterId),
    emailFrom: text(system.emailFrom),
    emailFromName: text(system.emailFromName),
    copyFromSystem: '',
  };
}

/** What the draft says. An empty number goes as none, one that is none as NaN: the contract has the words for both. */
export function newSystemOf(draft: SystemDraft): NewSystem {
  return {
    ...changeOf(draft),
    id: numberOf(draft.id) as number,
    coursePrefix: draft.coursePrefix,
    copyFromSystem: numberOf(draft.copyFromSystem) ?? null,
  };
}

export function changeOf(draft: SystemDraft): SystemChange {
  const { name, emailFrom, emailFromName } = draft;
  return {
    name,
    emailFrom,
    emailFromName,
    templateId: numberOf(draft.templateId) ?? null,
    semesterId: numberOf(draft.semesterId) ?? null,
  };
}

function numberOf(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}
