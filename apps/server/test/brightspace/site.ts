import { type NotFoundForm, notFound } from './refusals.ts';

export interface OrgUnitRow {
  readonly id: number;
  readonly type: 'Organization' | 'Course Template' | 'Course Offering' | 'Semester';
  name: string;
  code: string;
  isActive: boolean;
  startDate: string | null;
  endDate: string | null;
  templateId: number | null;
  semesterId: number | null;
  /** Further semesters among its parents, of which an org unit may have several. */
  otherSemesters: number[];
  description: string;
  canSelfRegister: boolean;
  isRecycled: boolean;
  /** Ids of the org units whose contents were copied into it, in order. */
  readonly contents: number[];
}

export interface UserRow {
  readonly id: number;
  userName: string;
  firstName: string;
  middleName: string | null;
  lastName: string;
  email: string | null;
  orgDefinedId: string | null;
  isActive: boolean;
  pronouns: string;
  /** In the organisation. */
  role?: number;
}

export interface CopyJob {
  readonly token: string;
  readonly target: number;
  readonly source: number;
  /** When it began, in milliseconds. */
  readonly since: number;
  hasEnded: boolean;
}

export interface SectionRow {
  readonly id: number;
  readonly course: number;
  readonly people: Set<number>;
}

export interface QuizRow {
  readonly id: number;
  readonly course: number;
  name: string;
  /** Every quiz has some; only enforced ones count. */
  minutes: number;
  isEnforced: boolean;
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  dueDate?: string | null | undefined;
  /** What else `QuizData` has, as it was written last. */
  rest?: Readonly<Record<string, unknown>>;
  /** By user: the limit of a special access, in minutes. */
  readonly special: Map<number, number>;
}

export interface AccommodationRow {
  rightClick: boolean;
  operation: number;
  multiplier: number;
  additional: number;
}

export interface FinalGradeRow {
  readonly points: number | null;
  readonly outOf: number | null;
  readonly isWeighted?: boolean;
}

/** How the site is set up; tests change it while it runs. */
export interface Setup {
  clientId: string;
  clientSecret: string;
  /** Of the registration; null: any. */
  redirectUri: string | null;
  /** “Enable refresh tokens” of the registration. */
  givesRefreshTokens: boolean;
  /** Whether it takes a quiz that is written back otherwise than it was sent. */
  changesQuizzes: boolean;
  /** Scopes of the registration. */
  scopes: string[];
  /** Those that a consent asks for and does not get, without a word. */
  withheldScopes: string[];
  /** Routes, as `POST lp/users/`, for which the service user lacks the permission. */
  denied: string[];
  /** Org units that the service user may not see: 404. */
  hidden: number[];
  roles: number[];
  /** Those of them in which the service user may enrol people, and which it may take away. */
  enrollable: number[];
  notFoundForm: NotFoundForm;
  /** Whether a search for an OrgDefinedId without result is 404 rather than an empty list; both were seen. */
  emptyIsNotFound: boolean;
  showsOrgDefinedIds: boolean;
  pageSize: number;
  /** Whether accommodations are taken and not kept, as a public client saw it without the permission to manage them. */
  dropsAccommodations: boolean;
  copyMilliseconds: number;
  copyEnds: 'COMPLETE' | 'FAILED' | 'CANCELLED';
  /** Calls until the site takes no more (429); null: no limit. */
  callsLeft: number | null;
  versions: { lp: string[]; le: string[] };
}

export interface BrightspaceData {
  readonly setup: Setup;
  readonly orgUnits: Map<number, OrgUnitRow>;
  readonly users: Map<number, UserRow>;
  /** By course and user: the role. */
  readonly enrolments: Map<number, Map<number, number>>;
  readonly sections: Map<number, SectionRow>;
  readonly quizzes: Map<number, QuizRow>;
  /** By `<course>/<user>`. */
  readonly accommodations: Map<string, AccommodationRow>;
  /** By `<course>/<user>`. */
  readonly finalGrades: Map<string, FinalGradeRow>;
  readonly copies: Map<string, CopyJob>;
  /** Codes of consents that were not exchanged yet. */
  readonly codes: Map<string, { readonly redirectUri: string; readonly scope: string; until: number }>;
  /** Refresh tokens that were not used yet. */
  readonly refreshTokens: Set<string>;
  readonly accessTokens: Set<string>;
  next: number;
}

/** Ids of what every new site has. */
export const ids = {
  organization: 6606,
  template: 6700,
  semester: 6701,
  masterCourse: 6702,
  role: 110,
} as const;

/** https://docs.valence.desire2learn.com/http-scopestable.html, those of the routes that the portal calls. */
export const scopes = [
  'accommodations:profile:manage',
  'accommodations:profile:read',
  'core:*:*',
  'enrollment:orgunit:create',
  'enrollment:orgunit:delete',
  'enrollment:orgunit:read',
  'grades:gradevalues:read',
  'organizations:organization:create',
  'organizations:organization:delete',
  'organizations:organization:read',
  'orgunits:course:create',
  'orgunits:course:read',
  'orgunits:course:update',
  'quizzing:quizzes:read',
  'quizzing:quizzes:write',
  'role:detail:read',
  'sections:enrollment:create',
  'sections:section:read',
  'users:userdata:create',
  'users:userdata:read',
  'users:userdata:update',
];

/** A site with an organisation, a semester, a course template and a course that others are copied from. */
export function newSite(setup: Partial<Setup>): BrightspaceData {
  const site: BrightspaceData = {
    setup: {
      clientId: 'the-client',
      clientSecret: 'secret of the client',
      redirectUri: null,
      givesRefreshTokens: true,
      changesQuizzes: false,
      scopes: [...scopes],
      withheldScopes: [],
      denied: [],
      hidden: [],
      roles: [ids.role, 109],
      enrollable: [ids.role, 109],
      notFoundForm: 'problem',
      emptyIsNotFound: true,
      showsOrgDefinedIds: true,
      pageSize: 100,
      dropsAccommodations: false,
      copyMilliseconds: 0,
      copyEnds: 'COMPLETE',
      callsLeft: null,
      versions: { lp: ['1.9', '1.28', '1.46', '1.53', '1.60'], le: ['1.9', '1.47', '1.75', '1.100'] },
      ...setup,
    },
    orgUnits: new Map(),
    users: new Map(),
    enrolments: new Map(),
    sections: new Map(),
    quizzes: new Map(),
    accommodations: new Map(),
    finalGrades: new Map(),
    copies: new Map(),
    codes: new Map(),
    refreshTokens: new Set(['refresh-token-1']),
    accessTokens: new Set(),
    next: 8000,
  };
  addOrgUnit(site, { id: ids.organization, type: 'Organization', name: 'University for tests', code: 'ORG' });
  addOrgUnit(site, { id: ids.template, type: 'Course Template', name: 'Examens', code: 'TPL' });
  addOrgUnit(site, { id: ids.semester, type: 'Semester', name: 'Hiver', code: '2027H' });
  const master = { id: ids.masterCourse, type: 'Course Offering', name: 'Modèle', code: 'MODEL' } as const;
  addOrgUnit(site, { ...master, templateId: ids.template });
  return site;
}

export function addOrgUnit(
  site: BrightspaceData,
  unit: Partial<OrgUnitRow> & Pick<OrgUnitRow, 'id' | 'type' | 'name' | 'code'>,
): OrgUnitRow {
  const row: OrgUnitRow = {
    isActive: true,
    startDate: null,
    endDate: null,
    templateId: null,
    semesterId: null,
    otherSemesters: [],
    description: '',
    canSelfRegister: false,
    isRecycled: false,
    contents: [],
    ...unit,
  };
  site.orgUnits.set(row.id, row);
  return row;
}

export function addQuiz(site: BrightspaceData, quiz: Partial<QuizRow> & Pick<QuizRow, 'course'>): QuizRow {
  const id = site.next++;
  const row = { id, name: 'Examen', minutes: 180, isEnforced: true, special: new Map(), ...quiz };
  site.quizzes.set(row.id, row);
  return row;
}

/** What stands there and may be seen by the service user. */
export function getOrgUnit(site: BrightspaceData, id: number): OrgUnitRow {
  const unit = site.orgUnits.get(id);
  if (!unit || unit.isRecycled || site.setup.hidden.includes(id)) throw notFound(site.setup.notFoundForm);
  return unit;
}

export function getOffering(site: BrightspaceData, id: number): OrgUnitRow {
  const unit = getOrgUnit(site, id);
  if (unit.type !== 'Course Offering') throw notFound(site.setup.notFoundForm);
  return unit;
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
