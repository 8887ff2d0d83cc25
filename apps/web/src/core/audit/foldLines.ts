import type { ListedAuditLine } from '@guichet/contract/core/audit';

/**
 * A line as the list shows it. `alsoIn`: the other systems in which the same act stands; `tries`: how often a sign-in was
 * refused, of which the line is the last.
 */
export type AuditRow = ListedAuditLine & {
  readonly alsoIn?: readonly (number | null)[];
  readonly tries?: number;
};

/** Lines in their order, in which one act on a person of several systems is one row, and so are refused sign-ins of half a day. */
export function foldLines(lines: readonly ListedAuditLine[]): AuditRow[] {
  const lastTries = new Map<string, Date>();
  const acts = Map.groupBy(lines, ({ id, systemId, detail, ...act }) => {
    if (refusedSignIn.test(act.action)) {
      const tried = `${act.action} ${act.subject}`;
      const last = lastTries.get(tried);
      const first = last && last.getTime() - act.at.getTime() < halfDay ? last : act.at;
      lastTries.set(tried, first);
      return `${tried} ${first.toISOString()}`;
    }
    return act.subjectEmail ? JSON.stringify(act) : id;
  });
  return [...acts.values()].flatMap((act) =>
    act[0] && refusedSignIn.test(act[0].action) ? [{ ...act[0], tries: act.length }] : foldSystems(act),
  );
}

/** One row for each state of the details; a line without details stands with the others. */
function foldSystems(act: readonly ListedAuditLine[]): AuditRow[] {
  const told = [...Map.groupBy(act, ({ detail }) => JSON.stringify(detail)).values()];
  const isBare = (line?: ListedAuditLine) => Object.keys(line?.detail ?? {}).every((key) => key === 'name');
  const rows =
    told.length === 2 && told.some(([line]) => isBare(line))
      ? [told.flat().toSorted((one, other) => Number(isBare(one)) - Number(isBare(other)))]
      : told;
  return rows.flatMap(([line, ...others]) =>
    line ? [{ ...line, alsoIn: others.map(({ systemId }) => systemId) }] : [],
  );
}

const refusedSignIn = /^session\.(?:password|factor)Refused$/;
const halfDay = 12 * 60 * 60 * 1000;
