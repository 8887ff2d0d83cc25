import { auditActions, auditDetails, auditGroups, type ListedAuditLine } from '@guichet/contract/audit';
import { useFormats } from '../../platform/i18n/formats.ts';
import { type T, useT } from '../../platform/i18n/useT.ts';

export type SystemName = (systemId: number | null) => string;

export interface AuditFact {
  readonly name: string;
  readonly value: string;
}

/** The trail in plain words. */
export function useAuditWords(systemName: SystemName) {
  const t = useT();
  const { day, number } = useFormats();
  return {
    actor: ({ actorId, actor }: ListedAuditLine) => {
      if (actorId !== null) return actor;
      return t(actor === '' ? 'Audit.Visitor' : 'Audit.Portal');
    },
    /** The action of an older version has no words any more and shows as it is. */
    action: ({ action }: ListedAuditLine) => {
      const known = knownActions.find((one) => one === action);
      return known ? t(`Audit.Action.${known}`) : action;
    },
    subject: ({ subject, subjectName }: ListedAuditLine) => {
      const language = /^message:\d+:(fr|en)$/.exec(subject ?? '')?.[1] as 'fr' | 'en' | undefined;
      if (language) return t(`Audit.Message.${language}`);
      return subjectName ?? subject ?? '';
    },
    details: ({ detail }: ListedAuditLine): AuditFact[] =>
      auditDetails
        .filter((key) => !hidden.has(key) && (detail[key] ?? '') !== '')
        .map((key) => ({
          name: t(`Audit.Detail.${key}`),
          value: saidValue(detail[key], { t, day, number, systemName }),
        })),
  };
}

const knownActions = auditGroups.flatMap((group) => [...auditActions[group]]);

/** The name heads the line already; the numbers of rows in the database mean nothing to a reader. */
const hidden: ReadonlySet<string> = new Set(['name', 'cohortId', 'importId', 'userIds']);

interface Saying {
  t: T;
  day: (day: string) => string;
  number: (value: number) => string;
  systemName: SystemName;
}

function saidValue(value: unknown, saying: Saying): string {
  const { t, day, number } = saying;
  if (typeof value === 'number') return number(value);
  if (typeof value === 'boolean') return t(value ? 'Dialog.Yes' : 'Dialog.No');
  if (value === 'fr' || value === 'en') return t(`Language.${value}`);
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\d$/.test(value) ? day(value) : saidRole(value, saying);
  if (Array.isArray(value)) return value.map((one) => saidValue(one, saying)).join(', ');
  const { from, to } = value as { from?: unknown; to?: unknown };
  return t('Audit.Change', { from: saidValue(from ?? '–', saying), to: saidValue(to ?? '–', saying) });
}

/** `admin:3` is a role of a system; any other text is what it is. */
function saidRole(text: string, { t, systemName }: Saying): string {
  if (text === 'superAdmin') return t('Audit.Role.superAdmin');
  const [, role, systemId] = /^(student|support|admin):(\d+)$/.exec(text) ?? [];
  if (!role) return text;
  return t(`Audit.Role.${role as 'student' | 'support' | 'admin'}`, { system: systemName(Number(systemId)) });
}
