import { type MailField, mailFieldNames } from '@guichet/contract/systems/systemFields';
import type { NewSystem, System, SystemChange } from '@guichet/contract/systems/systems';
import { parseNumber } from '../../core/forms/parseNumber.ts';

export const emptyDraft = {
  id: '',
  name: '',
  coursePrefix: '',
  templateId: '',
  semesterId: '',
  copyFromSystem: '',
  ...mailTextsOf(() => ''),
};

/** A system being edited: every field as text. */
export type SystemDraft = Readonly<typeof emptyDraft>;

export function toDraft(system: System): SystemDraft {
  return {
    ...emptyDraft,
    name: system.name,
    templateId: String(system.templateId ?? ''),
    semesterId: String(system.semesterId ?? ''),
    ...mailTextsOf((name) => system[name] ?? ''),
  };
}

/** The request of a draft: an empty number is null, an invalid one NaN, which the contract rejects. */
export function toNewSystem(draft: SystemDraft): NewSystem {
  return {
    ...toChange(draft),
    id: parseNumber(draft.id) as number,
    coursePrefix: draft.coursePrefix,
    copyFromSystem: parseNumber(draft.copyFromSystem) ?? null,
  };
}

export function toChange(draft: SystemDraft): SystemChange {
  return {
    name: draft.name,
    ...mailTextsOf((name) => draft[name]),
    templateId: parseNumber(draft.templateId) ?? null,
    semesterId: parseNumber(draft.semesterId) ?? null,
  };
}

/** The texts of the system's mails, which the form sends unchanged. */
function mailTextsOf(textOf: (name: MailField) => string) {
  return Object.fromEntries(mailFieldNames.map((name) => [name, textOf(name)])) as Record<MailField, string>;
}
