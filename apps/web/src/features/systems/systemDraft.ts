import type { NewSystem, System, SystemChange } from '@guichet/contract/systems';

/** A system being edited: every field as text. */
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

/** The request of a draft. An empty number becomes null, an invalid one NaN, which the contract rejects with a text. */
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
