import { readFields } from './fields.ts';
import { invalidParameters, notFound } from './refusals.ts';
import { type BrightspaceData, getOffering, type QuizRow } from './site.ts';

interface Asked {
  readonly ids: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export const examRoutes = {
  /** https://docs.valence.desire2learn.com/res/quiz.html#get--d2l-api-le-(version)-(orgUnitId)-quizzes- */
  quizzes(site: BrightspaceData, { ids: [id], query }: Asked) {
    const { id: course } = getOffering(site, Number(id));
    const own = [...site.quizzes.values()].filter((quiz) => quiz.course === course);
    return objectListPage(site, `${course}/quizzes/`, own, query, shownQuiz);
  },

  /**
   * https://docs.valence.desire2learn.com/res/quiz.html#put--d2l-api-le-(version)-(orgUnitId)-quizzes-(quizId) : all of a quiz, in
   * another form than it is read in. What is refused beyond the form, public clients met.
   */
  replaceQuiz(site: BrightspaceData, { ids: [id, quizId], body }: Asked) {
    const { id: course } = getOffering(site, Number(id));
    const quiz = site.quizzes.get(Number(quizId));
    if (quiz?.course !== course) throw notFound(site.setup.notFoundForm);
    const { Name, StartDate, EndDate, DueDate, SubmissionTimeLimit, ...rest } = readFields(body, quizData);
    const limit = readFields(SubmissionTimeLimit, {
      IsEnforced: 'truth',
      ShowClock: 'truth',
      TimeLimitValue: 'number',
    });
    for (const name of ['Instructions', 'Description', 'Header', 'Footer'] as const)
      readFields(rest[name], { Text: 'richText', IsDisplayed: 'truth' });
    if (rest.AutoExportToGrades && rest.GradeItemId === null)
      throw invalidParameters('AutoExportToGrades cannot be true if GradeItemId is null');
    if (rest.Password === '') throw invalidParameters('Invalid Password');
    const dates: string[] = [StartDate, DueDate, EndDate].filter((date) => date !== null);
    if (dates.some((date, at) => at > 0 && date < (dates[at - 1] ?? '')))
      throw invalidParameters('Due Date cannot be later than End Date');
    Object.assign(quiz, { name: Name, startDate: StartDate, endDate: EndDate, dueDate: DueDate, rest });
    Object.assign(quiz, { isEnforced: limit.IsEnforced, minutes: limit.TimeLimitValue });
    if (site.setup.changesQuizzes) Object.assign(quiz, { rest: { ...rest, Shuffle: !rest.Shuffle } });
    return shownQuiz(quiz);
  },

  /** https://docs.valence.desire2learn.com/res/quiz.html#get--d2l-api-le-(version)-(orgUnitId)-quizzes-(quizId)-specialaccess- */
  specialAccess(site: BrightspaceData, { ids: [id, quizId], query }: Asked) {
    const quiz = site.quizzes.get(Number(quizId));
    if (quiz?.course !== Number(id)) throw notFound(site.setup.notFoundForm);
    const path = `${id}/quizzes/${quizId}/specialaccess/`;
    return objectListPage(site, path, [...quiz.special], query, ([user, minutes]) => ({
      UserId: user,
      SpecialAccess: {
        StartDate: null,
        EndDate: null,
        DueDate: null,
        SubmissionTimeLimit: shownLimit(minutes, true),
        AttemptsAllowed: null,
      },
    }));
  },

  /**
   * https://docs.valence.desire2learn.com/res/accommodations.html#get--d2l-api-le-(version)-accommodations-(orgUnitId)-users-(userId) ;
   * null for somebody without any, as a public client recorded it
   */
  accommodations(site: BrightspaceData, { ids: [id, user] }: Asked) {
    return shownAccommodations(site, requireMember(site, Number(id), Number(user)));
  },

  /** https://docs.valence.desire2learn.com/res/accommodations.html#put--d2l-api-le-(version)-accommodations- : replaces all of them */
  replaceAccommodations(site: BrightspaceData, { body }: Asked) {
    const fields = readFields(body, { OrgUnitId: 'id', UserId: 'id', QuizzingAccommodations: 'object' });
    const member = requireMember(site, fields.OrgUnitId, fields.UserId);
    const quizzing = readFields(fields.QuizzingAccommodations, {
      QuizzingControlAccommodation: 'object',
      QuizzingTimeLimitAccommodation: 'object',
    });
    const control = readFields(quizzing.QuizzingControlAccommodation, { AlwaysAllowRightClick: 'truth' });
    const limit = readFields(quizzing.QuizzingTimeLimitAccommodation, {
      TimeLimitOperation: 'operation',
      TimeMultiplier: 'number',
      AdditionalTime: 'id',
    });
    if (!site.setup.dropsAccommodations)
      site.accommodations.set(member.key, {
        rightClick: control.AlwaysAllowRightClick,
        operation: limit.TimeLimitOperation,
        // https://community.d2l.com/brightspace/kb/articles/4752: decimal (5,2).
        multiplier: Math.round(limit.TimeMultiplier * 100) / 100,
        additional: limit.AdditionalTime,
      });
    return shownAccommodations(site, member);
  },

  /** https://docs.valence.desire2learn.com/res/grade.html#get--d2l-api-le-(version)-(orgUnitId)-grades-final-values- */
  finalGrades(site: BrightspaceData, { ids: [id], query }: Asked) {
    const { id: course } = getOffering(site, Number(id));
    const people = [...(site.enrolments.get(course)?.keys() ?? [])];
    const path = `${course}/grades/final/values/`;
    return objectListPage(site, path, people, query, (user) => shownGrade(site, course, user));
  },
};

/** https://docs.valence.desire2learn.com/basic/apicall.html#Api.ObjectListPage : the address of the next page, or null. */
function objectListPage<T>(
  { setup }: BrightspaceData,
  path: string,
  all: readonly T[],
  query: URLSearchParams,
  show: (item: T) => unknown,
) {
  const from = Number(query.get('bookmark') ?? 0);
  const to = from + setup.pageSize;
  const next = `https://brightspace.example/d2l/api/le/${setup.versions.le.at(-1)}/${path}?bookmark=${to}`;
  return { Next: to < all.length ? next : null, Objects: all.slice(from, to).map(show) };
}

function requireMember(site: BrightspaceData, courseId: number, user: number) {
  const { id: course } = getOffering(site, courseId);
  if (!site.enrolments.get(course)?.has(user)) throw notFound(site.setup.notFoundForm);
  return { course, user, key: `${course}/${user}` };
}

/** The minutes that somebody has: special access goes before an accommodation (https://elearn.ucalgary.ca/edit-d2l-accommodations/). */
export function minutesOf(site: BrightspaceData, quiz: QuizRow, user: number): number {
  const special = quiz.special.get(user);
  if (special !== undefined) return special;
  const own = site.accommodations.get(`${quiz.course}/${user}`);
  if (!own) return quiz.minutes;
  return own.operation === 1 ? quiz.minutes * own.multiplier : quiz.minutes + own.additional;
}

/** https://docs.valence.desire2learn.com/res/quiz.html#Quiz.QuizData, up to 1.92. */
const quizData = {
  Name: 'text',
  IsActive: 'truth',
  SortOrder: 'number',
  AutoExportToGrades: 'truth?',
  GradeItemId: 'id?',
  IsAutoSetGraded: 'truth',
  Instructions: 'object',
  Description: 'object',
  StartDate: 'moment?',
  EndDate: 'moment?',
  DueDate: 'moment?',
  DisplayInCalendar: 'truth',
  NumberOfAttemptsAllowed: 'id?',
  LateSubmissionInfo: 'object',
  SubmissionTimeLimit: 'object',
  SubmissionGracePeriod: 'number',
  Password: 'text?',
  Header: 'object',
  Footer: 'object',
  AllowHints: 'truth',
  DisableRightClick: 'truth',
  DisablePagerAndAlerts: 'truth',
  NotificationEmail: 'text?',
  CalcTypeId: 'id',
  RestrictIPAddressRange: 'list?',
  CategoryId: 'id?',
  PreventMovingBackwards: 'truth',
  Shuffle: 'truth',
  AllowOnlyUsersWithSpecialAccess: 'truth',
  IsRetakeIncorrectOnly: 'truth',
  PagingTypeId: 'id?',
  IsSynchronous: 'truth',
  DeductionPercentage: 'id?',
  HideQuestionPoints: 'truth',
  IsSingleSession: 'truth',
} as const;

const someText = { Text: { Content: '<p>Bonne chance&nbsp;!</p>', Type: 'Html' }, IsDisplayed: true };
const noText = { Text: { Content: '', Type: 'Text' }, IsDisplayed: false };

/** A new quiz, as `QuizData`. */
export const newQuiz: Readonly<Record<string, unknown>> = {
  IsActive: true,
  SortOrder: 3,
  AutoExportToGrades: true,
  GradeItemId: null,
  IsAutoSetGraded: false,
  Instructions: someText,
  Description: noText,
  DisplayInCalendar: true,
  NumberOfAttemptsAllowed: null,
  LateSubmissionInfo: { LateSubmissionOption: 2, LateLimitMinutes: null },
  SubmissionGracePeriod: null,
  Password: 'sésame',
  Header: noText,
  Footer: someText,
  AllowHints: false,
  DisableRightClick: true,
  DisablePagerAndAlerts: false,
  NotificationEmail: null,
  CalcTypeId: 1,
  RestrictIPAddressRange: [{ IPRangeStart: '10.0.0.1', IPRangeEnd: null }],
  CategoryId: 12,
  PreventMovingBackwards: true,
  Shuffle: true,
  AllowOnlyUsersWithSpecialAccess: false,
  IsRetakeIncorrectOnly: false,
  PagingTypeId: 1,
  IsSynchronous: false,
  DeductionPercentage: null,
  HideQuestionPoints: false,
  IsSingleSession: false,
};

/** https://docs.valence.desire2learn.com/res/quiz.html#Quiz.QuizReadData */
function shownQuiz({ id, name, minutes, isEnforced, rest = newQuiz, ...dates }: QuizRow) {
  const { NumberOfAttemptsAllowed, Instructions, Description, Header, Footer, ...same } = rest;
  const shownText = (text: unknown) => {
    const { Text, IsDisplayed } = text as typeof someText;
    const html = Text.Type === 'Html' ? Text.Content : null;
    return { Text: { Text: Text.Content.replace(/<[^>]*>/g, ''), Html: html }, IsDisplayed };
  };
  return {
    ...same,
    QuizId: id,
    ActivityId: `https://ids.brightspace.com/activities/${id}`,
    Name: name,
    Instructions: shownText(Instructions),
    Description: shownText(Description),
    Header: shownText(Header),
    Footer: shownText(Footer),
    StartDate: dates.startDate ?? null,
    EndDate: dates.endDate ?? null,
    DueDate: dates.dueDate ?? null,
    AttemptsAllowed: { IsUnlimited: NumberOfAttemptsAllowed === null, NumberOfAttemptsAllowed },
    SubmissionTimeLimit: shownLimit(minutes, isEnforced),
  };
}

function shownLimit(minutes: number, isEnforced: boolean) {
  return { IsEnforced: isEnforced, ShowClock: true, TimeLimitValue: minutes };
}

/** https://docs.valence.desire2learn.com/res/accommodations.html#Accommodations.UserAccommodations */
function shownAccommodations(site: BrightspaceData, { course, user, key }: ReturnType<typeof requireMember>) {
  const own = site.accommodations.get(key);
  return {
    OrgUnitId: course,
    UserId: user,
    QuizzingAccommodations: own
      ? {
          QuizzingControlAccommodation: { AlwaysAllowRightClick: own.rightClick },
          QuizzingTimeLimitAccommodation: {
            TimeLimitOperation: own.operation,
            TimeMultiplier: own.multiplier,
            AdditionalTime: own.additional,
          },
        }
      : null,
  };
}

/** https://docs.valence.desire2learn.com/res/grade.html#Grade.UserGradeValue : no value before there is a grade. */
function shownGrade(site: BrightspaceData, course: number, id: number) {
  const user = site.users.get(id);
  const grade = site.finalGrades.get(`${course}/${id}`);
  const [points, outOf] = [grade?.points ?? null, grade?.outOf ?? null];
  const none = { PointsNumerator: null, PointsDenominator: null };
  return {
    User: {
      Identifier: String(id),
      DisplayName: `${user?.firstName} ${user?.lastName}`,
      EmailAddress: user?.email ?? null,
      OrgDefinedId: site.setup.showsOrgDefinedIds ? (user?.orgDefinedId ?? '') : null,
      ProfileBadgeUrl: null,
      ProfileIdentifier: `p${id}`,
      UserName: user?.userName,
    },
    GradeValue: grade
      ? {
          UserId: String(id),
          OrgUnitId: String(course),
          DisplayedGrade: points === null ? '' : `${points} / ${outOf}`,
          GradeObjectIdentifier: '1',
          GradeObjectName: 'Final Calculated Grade',
          GradeObjectType: 7,
          GradeObjectTypeName: 'FinalCalculated',
          ...(grade.isWeighted
            ? { ...none, WeightedNumerator: points, WeightedDenominator: outOf }
            : {
                PointsNumerator: points,
                PointsDenominator: outOf,
                WeightedNumerator: null,
                WeightedDenominator: null,
              }),
        }
      : null,
  };
}
