import { fold } from '@guichet/contract/core/fold';
import type { ListValues } from '@guichet/contract/core/listValues';
import type { ExtraTime } from '@guichet/contract/learning/learning.extraTime';
import { copyString } from '../formats/sheet.ts';

/** The person of a line; an unreadable cell is undefined and not compared. */
export interface Person {
  readonly line: number;
  /** The line as people are told. */
  readonly place: number | string;
  readonly emailKey: string;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly studentNumber: string | null | undefined;
  readonly extraTime?: ExtraTime | null | undefined;
  /** The values of columns that are kept as they are. */
  readonly listValues?: ListValues | undefined;
}

export interface Match {
  /** The first line with this address, if it comes earlier. */
  readonly sameEmail: Person | undefined;
  /** The first line with this student number, if it comes earlier. */
  readonly sameNumber: Person | undefined;
}

/** Finds earlier lines of one file with the same address or student number. */
export function makeDuplicateDetector(): (person: Person) => Match {
  const byEmail = new Map<string, Person>();
  const byNumber = new Map<string, Person>();
  return (person) => {
    const { emailKey, studentNumber } = person;
    const sameEmail = byEmail.get(emailKey);
    const sameNumber = studentNumber ? byNumber.get(studentNumber) : undefined;
    if (sameEmail && (sameNumber || !studentNumber)) return { sameEmail, sameNumber };
    const kept = detached(person);
    if (!sameEmail) byEmail.set(kept.emailKey, kept);
    if (!sameNumber && kept.studentNumber) byNumber.set(kept.studentNumber, kept);
    return { sameEmail, sameNumber };
  };
}

/** Same names, ignoring accents, case and hyphens, and no differing student numbers. */
export function isSamePerson(one: Person, other: Person): boolean {
  return (
    isSameName(one.firstName, other.firstName) &&
    isSameName(one.lastName, other.lastName) &&
    (!one.studentNumber || !other.studentNumber || one.studentNumber === other.studentNumber)
  );
}

function isSameName(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other || letters(one) === letters(other);
}

function letters(name: string): string {
  return fold(name).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function detached({ line, place, emailKey, firstName, lastName, studentNumber, ...more }: Person): Person {
  const { extraTime, listValues } = more;
  return {
    line,
    place: typeof place === 'number' ? place : copyString(place),
    emailKey: copyString(emailKey),
    firstName: firstName && copyString(firstName),
    lastName: lastName && copyString(lastName),
    studentNumber: studentNumber && copyString(studentNumber),
    extraTime,
    listValues: listValues && JSON.parse(JSON.stringify(listValues)),
  };
}
