import type { PlatformExam } from './exam.ts';

/** What stands on a platform of an exam. */
export interface Standing {
  readonly courses: readonly {
    readonly title: string;
    readonly isOpen: boolean;
    /** Why it is not whole; null when it is. */
    readonly problem: string | null;
  }[];
  /** The accounts with a candidate's address. */
  accountsOf(address: string): readonly { readonly lastName: string | null; readonly isEnrolled: boolean }[];
  /** The people on all of its courses. */
  readonly enrolments: number;
  /** The people with extra time. */
  readonly extraTimes: number;
}

/** What is there otherwise than the portal says: there is one course, and one account and enrolment of each candidate. */
export function compareStanding(exam: PlatformExam, standing: Standing): string[] {
  const { courses, enrolments, extraTimes } = standing;
  const wrong: string[] = [];
  const expect = (isMeant: boolean, what: string) => {
    if (!isMeant) wrong.push(what);
  };
  expect(courses.length === 1, `${courses.length} courses`);
  for (const { title, isOpen, problem } of courses) {
    expect(problem === null, `the course is not whole: ${problem}`);
    expect(title === exam.title, `the course has the title ${title} instead of ${exam.title}`);
    expect(isOpen === exam.isOpen, `the course is ${isOpen ? 'open' : 'closed'}`);
  }
  const { length } = exam.candidates;
  expect(enrolments === length, `${enrolments} enrolments of ${length} candidates`);
  for (const { address, lastName } of exam.candidates) {
    const accounts = standing.accountsOf(address);
    expect(accounts.length === 1, `${address} has ${accounts.length} accounts`);
    for (const account of accounts) {
      expect(
        account.lastName === lastName,
        `${address} is called ${account.lastName} instead of ${lastName}`,
      );
      expect(account.isEnrolled, `${address} is not on the course`);
    }
  }
  expect(
    extraTimes === exam.extraTimes,
    `${extraTimes} people have extra time instead of ${exam.extraTimes}`,
  );
  return wrong;
}
