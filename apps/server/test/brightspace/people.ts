import { readFields } from './fields.ts';
import { invalidParameters, notAuthorized, notFound } from './refusals.ts';
import { type BrightspaceData, getOffering, pause, type UserRow } from './site.ts';

interface Asked {
  readonly ids: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export const peopleRoutes = {
  /** https://docs.valence.desire2learn.com/res/user.html#get--d2l-api-lp-(version)-users- : one for a user name, else a list */
  users(site: BrightspaceData, { query }: Asked) {
    const all = [...site.users.values()];
    const userName = query.get('userName');
    if (userName !== null) {
      const user = all.find((one) => one.userName.toLowerCase() === userName.toLowerCase());
      if (!user) throw notFound(site.setup.notFoundForm);
      return shownUser(user);
    }
    const orgDefinedId = query.get('orgDefinedId');
    const email = query.get('externalEmail')?.toLowerCase();
    if (orgDefinedId === null && email === undefined) throw invalidParameters('no filter');
    const found = all.filter((one) =>
      email === undefined ? one.orgDefinedId === orgDefinedId : one.email?.toLowerCase() === email,
    );
    if (found.length === 0 && site.setup.emptyIsNotFound) throw notFound(site.setup.notFoundForm);
    return found.map(shownUser);
  },

  /** https://docs.valence.desire2learn.com/res/user.html#get--d2l-api-lp-(version)-users-(userId) */
  user(site: BrightspaceData, { ids: [id] }: Asked) {
    const user = site.users.get(Number(id));
    if (!user) throw notFound(site.setup.notFoundForm);
    return shownUser(user);
  },

  /** https://docs.valence.desire2learn.com/res/user.html#post--d2l-api-lp-(version)-users- : user names are unique, OrgDefinedIds are not */
  async createUser(site: BrightspaceData, { body }: Asked) {
    const fields = readFields(body, {
      OrgDefinedId: 'text',
      FirstName: 'text',
      MiddleName: 'text?',
      LastName: 'text',
      ExternalEmail: 'text?',
      UserName: 'text',
      RoleId: 'id',
      IsActive: 'truth',
      SendCreationEmail: 'truth',
      Pronouns: 'text?',
    });
    if (!site.setup.roles.includes(fields.RoleId)) throw invalidParameters('Invalid RoleId');
    await pause(0);
    requireUser(site, fields.UserName, fields.FirstName, fields.ExternalEmail, null);
    const row: UserRow = {
      id: site.next++,
      userName: fields.UserName,
      firstName: fields.FirstName,
      middleName: fields.MiddleName,
      lastName: fields.LastName,
      email: fields.ExternalEmail,
      orgDefinedId: fields.OrgDefinedId,
      isActive: fields.IsActive,
      pronouns: '',
      role: fields.RoleId,
    };
    site.users.set(row.id, row);
    return shownUser(row);
  },

  /** https://docs.valence.desire2learn.com/res/user.html#put--d2l-api-lp-(version)-users-(userId) : all fields */
  updateUser(site: BrightspaceData, { ids: [id], body }: Asked) {
    const user = site.users.get(Number(id));
    if (!user) throw notFound(site.setup.notFoundForm);
    const fields = readFields(body, {
      OrgDefinedId: 'text',
      FirstName: 'text',
      MiddleName: 'text?',
      LastName: 'text',
      ExternalEmail: 'text?',
      UserName: 'text',
      Activation: 'object',
      Pronouns: 'text?',
    });
    requireUser(site, fields.UserName, fields.FirstName, fields.ExternalEmail, user);
    user.orgDefinedId = fields.OrgDefinedId;
    user.firstName = fields.FirstName;
    user.middleName = fields.MiddleName;
    user.lastName = fields.LastName;
    user.email = fields.ExternalEmail;
    user.userName = fields.UserName;
    user.isActive = (fields.Activation as { IsActive: boolean }).IsActive;
    user.pronouns = fields.Pronouns ?? '';
    return shownUser(user);
  },

  /** https://docs.valence.desire2learn.com/res/user.html#get--d2l-api-lp-(version)-roles-(roleId) */
  role({ setup }: BrightspaceData, { ids: [id] }: Asked) {
    if (!setup.roles.includes(Number(id))) throw notFound(setup.notFoundForm);
    return { Identifier: id, DisplayName: 'Learner', Code: null };
  },

  /** https://docs.valence.desire2learn.com/res/enroll.html#get--d2l-api-lp-(version)-enrollments-orgUnits-(orgUnitId)-users- (paged) */
  enrolled(site: BrightspaceData, { ids: [id], query }: Asked) {
    const course = getOffering(site, Number(id)).id;
    const after = Number(query.get('bookmark')?.split('_')[1] ?? 0);
    const people = [...(site.enrolments.get(course) ?? [])].sort(([a], [b]) => a - b);
    const rest = people.filter(([user]) => user > after);
    const items = rest.slice(0, site.setup.pageSize);
    const last = items.at(-1)?.[0];
    return {
      PagingInfo: {
        Bookmark: last === undefined ? '' : `${course}_${last}`,
        HasMoreItems: rest.length > items.length,
      },
      Items: items.map(([user, role]) => shownEnrolment(site, user, role)),
    };
  },

  /** https://docs.valence.desire2learn.com/res/enroll.html#get--d2l-api-lp-(version)-enrollments-users-(userId)-orgUnits- (paged) */
  places(site: BrightspaceData, { ids: [id] }: Asked) {
    const user = Number(id);
    const row = site.users.get(user);
    if (!row) throw notFound(site.setup.notFoundForm);
    const courses = [...site.enrolments].flatMap(([course, people]) => {
      const role = people.get(user);
      return role === undefined ? [] : [{ id: course, role }];
    });
    const all = [{ id: 6606, role: row.role ?? site.setup.roles[0] }, ...courses];
    return {
      PagingInfo: { Bookmark: '', HasMoreItems: false },
      Items: all.map(({ id: unit, role }) => ({
        OrgUnit: {
          Id: unit,
          Type: { Id: 3, Code: 'Course Offering', Name: 'Course Offering' },
          Name: '',
          Code: null,
        },
        Role: { Id: role, Code: null, Name: 'Role' },
      })),
    };
  },

  /**
   * https://docs.valence.desire2learn.com/res/enroll.html#post--d2l-api-lp-(version)-enrollments- : creates or changes, which
   * takes the permission to enrol both roles (https://community.d2l.com/brightspace/kb/articles/4860)
   */
  enrol(site: BrightspaceData, { body }: Asked) {
    const fields = readFields(body, { OrgUnitId: 'id', UserId: 'id', RoleId: 'id' });
    const course = getOffering(site, fields.OrgUnitId).id;
    if (!site.users.has(fields.UserId)) throw notFound(site.setup.notFoundForm);
    if (!site.setup.roles.includes(fields.RoleId)) throw invalidParameters('Invalid RoleId');
    const people = site.enrolments.get(course) ?? new Map<number, number>();
    const roles = [fields.RoleId, people.get(fields.UserId) ?? fields.RoleId];
    if (!roles.every((role) => site.setup.enrollable.includes(role)))
      throw notAuthorized(course, 'Enroll Role');
    site.enrolments.set(course, people.set(fields.UserId, fields.RoleId));
    return { OrgUnitId: course, UserId: fields.UserId, RoleId: fields.RoleId, IsCascading: false };
  },

  /** https://docs.valence.desire2learn.com/res/enroll.html#delete--d2l-api-lp-(version)-enrollments-users-(userId)-orgUnits-(orgUnitId) */
  unenrol(site: BrightspaceData, { ids: [user, id] }: Asked) {
    const course = getOffering(site, Number(id)).id;
    const role = site.enrolments.get(course)?.get(Number(user));
    if (role === undefined) throw notFound(site.setup.notFoundForm);
    site.enrolments.get(course)?.delete(Number(user));
    for (const section of site.sections.values())
      if (section.course === course) section.people.delete(Number(user));
    return { OrgUnitId: course, UserId: Number(user), RoleId: role, IsCascading: false };
  },

  /** https://docs.valence.desire2learn.com/res/enroll.html#get--d2l-api-lp-(version)-(orgUnitId)-sections- : 404 without sections */
  sections(site: BrightspaceData, { ids: [id] }: Asked) {
    const course = getOffering(site, Number(id)).id;
    const sections = [...site.sections.values()].filter((section) => section.course === course);
    if (sections.length === 0) throw notFound(site.setup.notFoundForm);
    return sections.map((section) => ({
      SectionId: section.id,
      Name: `Section ${section.id}`,
      Code: '',
      Description: { Text: '', Html: '' },
      Enrollments: [...section.people],
    }));
  },

  /** https://docs.valence.desire2learn.com/res/enroll.html#post--d2l-api-lp-(version)-(orgUnitId)-sections-(sectionId)-enrollments- */
  placeInSection(site: BrightspaceData, { ids: [id, section], body }: Asked) {
    const { UserId } = readFields(body, { UserId: 'id' });
    const row = site.sections.get(Number(section));
    if (row?.course !== Number(id)) throw notFound(site.setup.notFoundForm);
    if (!site.enrolments.get(row.course)?.has(UserId)) throw invalidParameters('not enrolled in the course');
    row.people.add(UserId);
    return null;
  },
};

function requireUser(
  { users }: BrightspaceData,
  userName: string,
  firstName: string,
  email: string | null,
  own: UserRow | null,
): void {
  const others = [...users.values()].filter((user) => user !== own);
  if (others.some((user) => user.userName.toLowerCase() === userName.toLowerCase()))
    throw invalidParameters('UserName is already in use');
  if (firstName === '') throw invalidParameters('Invalid FirstName');
  if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email)) throw invalidParameters('Invalid ExternalEmail');
}

/** https://docs.valence.desire2learn.com/res/user.html#User.UserData */
function shownUser(user: UserRow) {
  return {
    OrgId: 6606,
    UserId: user.id,
    FirstName: user.firstName,
    MiddleName: user.middleName,
    LastName: user.lastName,
    UserName: user.userName,
    ExternalEmail: user.email,
    OrgDefinedId: user.orgDefinedId,
    UniqueIdentifier: user.userName,
    Activation: { IsActive: user.isActive },
    LastAccessedDate: null,
    Pronouns: user.pronouns,
  };
}

/** https://docs.valence.desire2learn.com/res/enroll.html#Enrollment.OrgUnitUser; ids and codes as public clients recorded them. */
function shownEnrolment({ users, setup }: BrightspaceData, id: number, role: number) {
  const user = users.get(id);
  return {
    User: {
      Identifier: String(id),
      DisplayName: `${user?.firstName} ${user?.lastName}`,
      EmailAddress: user?.email ?? null,
      OrgDefinedId: setup.showsOrgDefinedIds ? (user?.orgDefinedId ?? '') : null,
      ProfileBadgeUrl: null,
      ProfileIdentifier: `p${id}`,
    },
    Role: { Id: role, Code: null, Name: 'Learner' },
  };
}
