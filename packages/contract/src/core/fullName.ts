/** Both names of a person; one of them is empty for people who have a single name. */
export interface PersonNames {
  readonly firstName: string;
  readonly lastName: string;
}

/** A dash, a dot or a code for no name, in the place of a name that somebody does not have. */
const marks = /^(?:[\p{Pd}._]{1,5}|[FL]NU|N[FL]N|N\/A|\\N|NULL)$/u;

export function standsForNoName(name: string): boolean {
  return marks.test(name);
}

export function joinNames({ firstName, lastName }: PersonNames): string {
  return `${firstName} ${lastName}`.trim();
}

/** Learning platforms want two names; this stands there for the one that a person does not have. */
export const noName = '-';

/** A full name as a platform gives it, without what stands for no name. */
export function withoutNoName(fullName: string): string {
  return fullName.replace(/^- | -$/, '');
}
