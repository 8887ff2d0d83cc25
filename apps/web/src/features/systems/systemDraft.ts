import type { NewSystem, System, SystemChange } from '@guichet/contract/systems';

export const emptyDraft = {
  id: '',
  name: '',
  coursePrefix: '',
  templateId: '',
  semesterId: '',
  emailFrom: '',
  emailFromName: '',
  copyFromSystem: '',
};

/** A system being edited: every field as text. */
export type SystemDraft = Readonly<typeof emptyDraft>;

export function draftOf(system: System): SystemDraft {
  return {
    ...emptyDraft,
    name: system.name,
    templateId: String(system.templateId ?? ''),
    semesterId: String(system.semesterId ?? ''),
    emailFrom: system.emailFrom ?? '',
    emailFromName: system.emailFromName ?? '',
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
