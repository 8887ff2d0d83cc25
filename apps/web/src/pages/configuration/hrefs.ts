/** Links between the tabs of one configuration page. */
export function importHref(cohortId: number): string {
  return `?tab=import&cohort=${cohortId}`;
}

export function candidatesHref(cohortId: number): string {
  return `?tab=users&cohort=${cohortId}`;
}

export function mailsHref(systemId: number, cohortId: number): string {
  return `/outbox?system=${systemId}&cohort=${cohortId}`;
}
