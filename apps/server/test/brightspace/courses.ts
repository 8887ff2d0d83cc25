import { readFields } from './fields.ts';
import { invalidParameters, notFound } from './refusals.ts';
import {
  addOrgUnit,
  addQuiz,
  type BrightspaceData,
  getOffering,
  getOrgUnit,
  type OrgUnitRow,
  pause,
} from './site.ts';

interface Asked {
  readonly ids: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** https://docs.valence.desire2learn.com/res/course.html: these may not stand in a code. */
const forbidden = /[\\:*?"“”<>|'#,%&\n]/;

export const courseRoutes = {
  /** https://docs.valence.desire2learn.com/res/orgunit.html#get--d2l-api-lp-(version)-organization-info */
  organization(site: BrightspaceData) {
    const organization = [...site.orgUnits.values()].find(({ type }) => type === 'Organization');
    return { Identifier: String(organization?.id), Name: organization?.name, TimeZone: 'America/Toronto' };
  },

  /** https://docs.valence.desire2learn.com/res/orgunit.html#get--d2l-api-lp-(version)-orgstructure- (paged) */
  orgStructure(site: BrightspaceData, { query }: Asked) {
    const code = query.get('exactOrgUnitCode');
    const after = Number(query.get('bookmark') ?? 0);
    const found = [...site.orgUnits.values()]
      .filter((unit) => !unit.isRecycled && (code === null || unit.code === code) && unit.id > after)
      .sort((a, b) => a.id - b.id);
    const items = found.slice(0, site.setup.pageSize);
    const last = items.at(-1);
    const paging = { Bookmark: last ? String(last.id) : '', HasMoreItems: found.length > items.length };
    return { PagingInfo: paging, Items: items.map(shownUnit) };
  },

  /** https://docs.valence.desire2learn.com/res/orgunit.html#get--d2l-api-lp-(version)-orgstructure-(orgUnitId) */
  orgUnit(site: BrightspaceData, { ids: [id] }: Asked) {
    return shownUnit(getOrgUnit(site, Number(id)));
  },

  /** https://docs.valence.desire2learn.com/res/orgunit.html#post--d2l-api-lp-(version)-orgstructure-recyclebin-(orgUnitId)-recycle */
  recycle(site: BrightspaceData, { ids: [id] }: Asked) {
    getOrgUnit(site, Number(id)).isRecycled = true;
    return null;
  },

  /** https://docs.valence.desire2learn.com/res/orgunit.html#get--d2l-api-lp-(version)-orgstructure-(orgUnitId)-parents- */
  parents(site: BrightspaceData, { ids: [id] }: Asked) {
    const { templateId, semesterId, otherSemesters } = getOrgUnit(site, Number(id));
    const parents = [templateId, semesterId, ...otherSemesters].map((parent) =>
      site.orgUnits.get(parent ?? 0),
    );
    return parents.flatMap((parent) => (parent ? [shownUnit(parent)] : []));
  },

  /**
   * https://docs.valence.desire2learn.com/res/orgunit.html#post--d2l-api-lp-(version)-orgstructure-(orgUnitId)-parents- : the
   * body is an id; the former parents stay
   */
  addParent(site: BrightspaceData, { ids: [id], body }: Asked) {
    const unit = getOrgUnit(site, Number(id));
    const parent = getOrgUnit(site, Number(body));
    if (parent.type !== 'Semester' || unit.semesterId === parent.id) return null;
    if (unit.semesterId !== null) unit.otherSemesters.push(unit.semesterId);
    unit.semesterId = parent.id;
    return null;
  },

  /** https://docs.valence.desire2learn.com/res/orgunit.html#delete--d2l-api-lp-(version)-orgstructure-(orgUnitId)-parents-(parentOrgUnitId) */
  removeParent(site: BrightspaceData, { ids: [id, parent] }: Asked) {
    const unit = getOrgUnit(site, Number(id));
    unit.otherSemesters = unit.otherSemesters.filter((semester) => semester !== Number(parent));
    if (unit.semesterId === Number(parent)) unit.semesterId = unit.otherSemesters.shift() ?? null;
    return null;
  },

  /** https://docs.valence.desire2learn.com/res/course.html#get--d2l-api-lp-(version)-courses-(orgUnitId) */
  course(site: BrightspaceData, { ids: [id] }: Asked) {
    return shownCourse(site, getOffering(site, Number(id)));
  },

  /** https://docs.valence.desire2learn.com/res/course.html#post--d2l-api-lp-(version)-courses- : a code may be there already */
  async createCourse(site: BrightspaceData, { body }: Asked) {
    const fields = readFields(body, {
      Name: 'text',
      Code: 'text',
      Path: 'text',
      CourseTemplateId: 'id',
      SemesterId: 'id?',
      StartDate: 'moment?',
      EndDate: 'moment?',
      LocaleId: 'id?',
      ForceLocale: 'truth',
      ShowAddressBook: 'truth',
      Description: 'richText',
      CanSelfRegister: 'truth?',
    });
    requireNames(fields.Name, fields.Code);
    if (site.orgUnits.get(fields.CourseTemplateId)?.type !== 'Course Template')
      throw invalidParameters('Invalid CourseTemplateId');
    if (fields.SemesterId !== null && site.orgUnits.get(fields.SemesterId)?.type !== 'Semester')
      throw invalidParameters('Invalid SemesterId');
    // Others of the same moment are being made as well.
    await pause(0);
    const unit = addOrgUnit(site, {
      id: site.next++,
      type: 'Course Offering',
      name: fields.Name,
      code: fields.Code,
      isActive: false,
      templateId: fields.CourseTemplateId,
      semesterId: fields.SemesterId,
      description: (fields.Description as { Content: string }).Content,
    });
    return shownCourse(site, unit);
  },

  /** https://docs.valence.desire2learn.com/res/course.html#put--d2l-api-lp-(version)-courses-(orgUnitId) : no answer */
  updateCourse(site: BrightspaceData, { ids: [id], body }: Asked) {
    const unit = getOffering(site, Number(id));
    const fields = readFields(body, {
      Name: 'text',
      Code: 'text',
      StartDate: 'moment?',
      EndDate: 'moment?',
      IsActive: 'truth',
      Description: 'richText',
      CanSelfRegister: 'truth?',
    });
    requireNames(fields.Name, fields.Code);
    unit.name = fields.Name;
    unit.code = fields.Code;
    unit.startDate = fields.StartDate;
    unit.endDate = fields.EndDate;
    unit.isActive = fields.IsActive;
    unit.description = (fields.Description as { Content: string }).Content;
    return null;
  },

  /** https://docs.valence.desire2learn.com/res/course.html#post--d2l-api-le-(version)-import-(orgUnitId)-copy- */
  beginCopy(site: BrightspaceData, { ids: [id], body }: Asked) {
    const target = getOffering(site, Number(id));
    const { SourceOrgUnitId } = readFields(body, { SourceOrgUnitId: 'id' });
    getOrgUnit(site, SourceOrgUnitId);
    const token = `0f6e4a1c-0000-4000-8000-${String(site.next++).padStart(12, '0')}`;
    const since = Date.now();
    site.copies.set(token, { token, target: target.id, source: SourceOrgUnitId, since, hasEnded: false });
    return { JobToken: token };
  },

  /** https://docs.valence.desire2learn.com/res/course.html#get--d2l-api-le-(version)-import-(orgUnitId)-copy-(jobToken) */
  copy(site: BrightspaceData, { ids: [id, token] }: Asked) {
    const job = site.copies.get(token ?? '');
    if (!job || job.target !== Number(id)) throw notFound(site.setup.notFoundForm);
    const { copyMilliseconds, copyEnds } = site.setup;
    const age = Date.now() - job.since;
    if (age < copyMilliseconds) return { Status: age < copyMilliseconds / 2 ? 'PENDING' : 'PROCESSING' };
    if (!job.hasEnded && copyEnds === 'COMPLETE') copyContents(site, job.source, job.target);
    job.hasEnded = true;
    return { Status: copyEnds };
  },
};

function copyContents(site: BrightspaceData, source: number, target: number): void {
  site.orgUnits.get(target)?.contents.push(source);
  for (const { id: _, special: __, ...quiz } of [...site.quizzes.values()])
    if (quiz.course === source) addQuiz(site, { ...quiz, course: target });
}

function requireNames(name: string, code: string): void {
  if (name.length > 128) throw invalidParameters('Name is longer than 128');
  if (code.length > 50 || forbidden.test(code)) throw invalidParameters('Invalid Code');
}

const typeIds = { Organization: 1, 'Course Template': 2, 'Course Offering': 3, Semester: 5 } as const;

/** https://docs.valence.desire2learn.com/res/orgunit.html#OrgUnit.OrgUnit */
function shownUnit({ id, name, code, type }: OrgUnitRow) {
  return {
    Identifier: String(id),
    Name: name,
    Code: code,
    Type: { Id: typeIds[type], Code: type, Name: type },
  };
}

/** https://docs.valence.desire2learn.com/res/course.html#Course.CourseOffering */
function shownCourse({ orgUnits }: BrightspaceData, unit: OrgUnitRow) {
  const basic = (id: number | null) => {
    const other = id === null ? undefined : orgUnits.get(id);
    return other ? { Identifier: String(other.id), Name: other.name, Code: other.code } : null;
  };
  return {
    Identifier: String(unit.id),
    Name: unit.name,
    Code: unit.code,
    IsActive: unit.isActive,
    Path: `/content/enforced/${unit.id}-${unit.code}/`,
    StartDate: unit.startDate,
    EndDate: unit.endDate,
    LocaleId: null,
    ForceLocale: false,
    CourseTemplate: basic(unit.templateId),
    Semester: basic(unit.semesterId),
    Department: null,
    Description: { Text: unit.description.replace(/<[^>]*>/g, ''), Html: unit.description },
    CanSelfRegister: unit.canSelfRegister,
  };
}
