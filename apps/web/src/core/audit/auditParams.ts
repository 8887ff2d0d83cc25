import { auditGroups } from '@guichet/contract/core/audit';
import { choiceParam, dayParam, numberParam, textParam, type ValuesOf } from '../address/useAddress.ts';
import type { AuditFilter } from './audit.api.ts';

export const auditParams = {
  system: numberParam(null),
  group: choiceParam(auditGroups, null),
  q: textParam,
  from: dayParam,
  to: dayParam,
  line: numberParam(null),
};
export type AuditAddress = ValuesOf<typeof auditParams>;

export const everyLine = { system: null, group: null, q: '', from: '', to: '' } as const;

export function toAuditFilter({ system, group, q, from, to }: AuditAddress): AuditFilter {
  return {
    systemId: system ?? undefined,
    group: group ?? undefined,
    person: q || undefined,
    from: from || undefined,
    to: to || undefined,
  };
}
