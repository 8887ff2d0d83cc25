import { adminFunctions, serviceFunctions } from './documentedServices.ts';

export interface CourseRow {
  readonly id: number;
  fullname: string;
  shortname: string;
  idnumber: string;
  categoryid: number;
  startdate: number;
  enddate: number;
  visible: number;
  readonly timecreated: number;
  /** False while it is being copied, or when that broke off: visible, but without its contents. */
  isWhole: boolean;
  /**
   * Its method “Manual enrolments”, on by default. `off`: those whom it enrolled stay, and are not active; `absent`: it was
   * deleted, and they with it.
   */
  manual?: 'on' | 'off' | 'absent';
}

export interface UserRow {
  readonly id: number;
  username: string;
  auth: string;
  firstname: string;
  lastname: string;
  email: string;
  idnumber: string;
  lang: string;
  suspended: boolean;
  isAdmin: boolean;
  /** Its role on the whole site, such as a manager's. */
  siteRole?: number;
  /** The subject of the OpenID account that has signed on as this one; null before the first time. */
  openId: string | null;
}

export interface EnrolmentRow {
  roles: number[];
  /** Suspended, or outside its dates. */
  isSuspended: boolean;
  /** False for one by an exam, by herself or the like, which the functions for manual enrolments leave alone. */
  isManual?: boolean;
}

export interface Quiz {
  readonly id: number;
  readonly course: number;
  readonly name: string;
  /** 0: none, as of the dates. */
  timelimit: number;
  timeopen?: number;
  timeclose?: number;
  attempts?: number;
  isHidden?: boolean;
  /** Of its own, 1 by default. */
  questions?: number;
}

/** Another activity, or a quiz with its restriction, as `core_course_get_contents` tells of it. */
export interface Activity {
  readonly course: number;
  readonly modname: string;
  readonly name: string;
  /** Seconds by the names that its dates have there. */
  readonly dates?: Readonly<Record<string, number>>;
  readonly customdata?: object;
  readonly availability?: object;
}

/** For one person or one group; null where the quiz is as for everybody. */
export interface Override {
  readonly id: number;
  readonly quiz: number;
  readonly userid: number | null;
  readonly groupid: number | null;
  timeopen: number | null;
  timeclose: number | null;
  timelimit: number | null;
  attempts: number | null;
  password: string | null;
}

export interface GroupRow {
  readonly id: number;
  readonly course: number;
  readonly people: ReadonlySet<number>;
}

/** How the site is set up; tests change it while it runs. */
export interface Setup {
  release: string;
  version: string;
  url: string;
  token: string;
  adminToken: string;
  /** Functions of the service to which the token belongs. */
  functions: string[];
  /** Functions of the service to which the administrator's token belongs. */
  adminFunctions: string[];
  maxInputVars: number;
  languages: string[];
  isDebugging: boolean;
  assignableRoles: number[];
  /** Whether the service user has moodle/course:delete. */
  mayDelete: boolean;
  /** Whether it has moodle/course:viewhiddencourses. */
  maySeeHidden: boolean;
  /** Whether it has moodle/course:view and moodle/course:update, without which Moodle leaves out most of a course. */
  maySeeCourses: boolean;
  /** Whether it has moodle/user:viewdetails. */
  maySeePeople: boolean;
  /** Whether the site shows e-mail addresses (“Show user identity”), and the service user may see them. */
  showsAddresses: boolean;
  /** Whether the site's format of full names has the last name, or the service user moodle/site:viewfullnames. */
  showsLastNames: boolean;
  /** Whether grades are hidden in the courses, and the service user has no moodle/grade:viewhidden. */
  hidesGrades: boolean;
  /** Whether it has mod/quiz:view, without which Moodle shows no quiz. */
  maySeeQuizzes: boolean;
  /** Kinds of activities whose `mod/…:view` it lacks: Moodle leaves them out. */
  unseenActivities: string[];
  /** Whether it has moodle/course:viewhiddenactivities. */
  maySeeHiddenActivities: boolean;
  /** Whether it has mod/quiz:manageoverrides. */
  mayManageOverrides: boolean;
  /** People in separate groups, whom it does not see without moodle/site:accessallgroups. */
  inOtherGroups: number[];
  /** Whether the REST protocol is switched on. */
  isRestOn: boolean;
  /** Whether it has moodle/backup:userinfo. */
  mayBackupUsers: boolean;
  /** Whether it has moodle/question:add and moodle/question:managecategory, which 5.x does not ask for. */
  mayAddQuestions: boolean;
  /** Whether it has moodle/course:enrolreview. */
  mayReviewEnrolments: boolean;
  /** Whether it has moodle/course:changecategory. */
  mayChangeCategory: boolean;
  /** Milliseconds that a copy takes. */
  copyMilliseconds: number;
  /** 1: functions take as long as those of the measured site (lesson 9); 0: no time. */
  pace: number;
}

export interface MoodleData {
  readonly setup: Setup;
  readonly categories: Map<number, { id: number; name: string; idnumber: string }>;
  readonly courses: Map<number, CourseRow>;
  readonly users: Map<number, UserRow>;
  /** Ids of accounts that were deleted: Moodle keeps them, without username and ID number. */
  readonly deletedUsers: Set<number>;
  /** By course and user. */
  readonly enrolments: Map<number, Map<number, EnrolmentRow>>;
  readonly quizzes: Map<number, Quiz>;
  readonly activities: Activity[];
  readonly overrides: Map<number, Override>;
  readonly groups: Map<number, GroupRow>;
  /** Course totals of 100 points, by `<course>/<user>`. */
  readonly grades: Map<string, number>;
  /** One-use sign-on keys: the user. */
  readonly loginKeys: Map<string, number>;
  /** The next id of each table; a rolled back insert uses one up, as in a database. */
  readonly next: { category: number; course: number; user: number; quiz: number; override: number };
}

/** A new site with its front page, the account for guests, an administrator and the service user. */
export function newSite(setup: Partial<Setup>): MoodleData {
  const account = (id: number, username: string): [number, UserRow] => [
    id,
    {
      id,
      username,
      auth: 'manual',
      firstname: 'Guichet',
      lastname: 'Connector',
      email: `${username}@moodle.test`,
      idnumber: '',
      lang: 'en',
      suspended: false,
      isAdmin: id === 2,
      openId: null,
    },
  ];
  return {
    setup: {
      release: '4.5.6 (Build: 20250811)',
      version: '2024100706',
      url: 'http://moodle.test',
      token: 'token-of-the-service-user',
      adminToken: 'token-of-the-administrator',
      functions: [...serviceFunctions],
      adminFunctions: [...adminFunctions],
      maxInputVars: 1000,
      languages: ['en', 'fr'],
      isDebugging: false,
      assignableRoles: [5],
      mayDelete: true,
      maySeeHidden: true,
      maySeeCourses: true,
      maySeePeople: true,
      showsAddresses: true,
      showsLastNames: true,
      hidesGrades: false,
      maySeeQuizzes: true,
      unseenActivities: [],
      maySeeHiddenActivities: true,
      mayManageOverrides: true,
      inOtherGroups: [],
      isRestOn: true,
      mayBackupUsers: false,
      mayAddQuestions: true,
      mayReviewEnrolments: true,
      mayChangeCategory: true,
      copyMilliseconds: 0,
      pace: 0,
      ...setup,
    },
    categories: new Map([[1, { id: 1, name: 'Category 1', idnumber: '' }]]),
    courses: new Map(),
    users: new Map([account(1, 'guest'), account(2, 'admin'), account(3, 'guichet.connector')]),
    deletedUsers: new Set(),
    enrolments: new Map(),
    quizzes: new Map(),
    activities: [],
    overrides: new Map(),
    groups: new Map(),
    grades: new Map(),
    loginKeys: new Map(),
    next: { category: 2, course: 2, user: 4, quiz: 1, override: 1 },
  };
}

/** Lesson 9: how long the measured site took, in milliseconds. */
export async function takeTime({ setup }: MoodleData, milliseconds: number): Promise<void> {
  if (setup.pace > 0) await pause(milliseconds * setup.pace);
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
