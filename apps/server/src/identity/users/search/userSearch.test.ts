import type { BodyOf } from '@guichet/contract/core/endpoint';
import { fold } from '@guichet/contract/core/fold';
import { personTextNames, textsAs } from '@guichet/contract/core/personTexts';
import {
  findWorkshop,
  listProfessions,
  listRoles,
  type SearchFilter,
  type SortField,
  searchUsers,
} from '@guichet/contract/identity/users.search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { makePerson, makePlainExam } from '../fixtures/people.ts';

let portal: TestPortal;
let superAdmin: Caller;
let admin: Caller;
let support: Caller;
let exam: { id: number };
let foreignExam: { id: number };
const ids: Record<string, number> = {};

/** Twelve people of system 3, unsorted, with nulls in different columns. */
const crowd = [
  { key: 'zoe', firstName: 'Zoé', lastName: 'Côté', email: 'zc@etu.example.ca', profession: 'Infirmière' },
  { key: 'emile', firstName: 'Émile', lastName: 'Abel', email: 'b@etu.example.ca', profession: null },
  { key: 'eric', firstName: 'eric', lastName: 'Zola', email: 'A@etu.example.ca', profession: 'Avocat' },
  {
    key: 'anneRoy',
    firstName: 'Anne',
    lastName: 'Côté Roy',
    email: 'aa@etu.example.ca',
    profession: 'École',
  },
  { key: 'anne', firstName: 'ANNE', lastName: 'Côté', email: 'zz@etu.example.ca', profession: 'avocat' },
  { key: 'odd', firstName: '100%', lastName: 'Sûr_e', email: 'odd@etu.example.ca', profession: null },
] as const;

beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
  admin = await portal.as('admin', 3, { firstName: 'Yves', lastName: 'Admin' });
  support = await portal.as('support', 3, { firstName: 'Yvon', lastName: 'Soutien' });
  for (const [n, { key, ...given }] of crowd.entries()) {
    const row = {
      created_at: new Date(Date.UTC(2026, n, 1, 3)),
      last_visit_at: n % 2 === 0 ? new Date(Date.UTC(2026, 11, 20 - n)) : null,
      deactivated_at: key === 'eric' ? new Date() : null,
    };
    const more = { language: n > 3 ? 'en' : 'fr', wantsNewsletter: n < 2 } as const;
    ids[key] = await makePerson(portal, { ...given, ...more, row });
  }
  ids.both = await makePerson(portal, {
    firstName: 'Bé',
    lastName: 'Deux',
    roles: [
      { role: 'student', systemId: 3 },
      { role: 'admin', systemId: 2 },
    ],
  });
  ids.foreign = await makePerson(portal, {
    firstName: 'Zoé',
    lastName: 'Ailleurs',
    profession: 'Notaire',
    roles: [{ role: 'student', systemId: 2 }],
  });
  const { zoe = 0, emile = 0, both = 0, foreign = 0 } = ids;
  exam = await makePlainExam(portal, { userIds: [zoe, emile, both], attested: [zoe] });
  await makePlainExam(portal, { title: 'Automne', userIds: [zoe], attested: [zoe] });
  foreignExam = await makePlainExam(portal, { systemId: 2, userIds: [both, foreign], attested: [both] });
});
afterAll(() => portal.close());

const search = (body: BodyOf<typeof searchUsers> = {}, who = admin) => who.call(searchUsers, { body });
const found = async (filter: SearchFilter, who = admin) => {
  const { reply } = await search({ filters: [{ pageSize: 100, ...filter }] }, who);
  return reply.data.map(({ id }) => Object.keys(ids).find((key) => ids[key] === id) ?? id);
};
const sorted = async (sortField: SortField, sortDirection: 1 | -1) =>
  (await search({ filters: [{ pageSize: 100 }], sortParams: { sortField, sortDirection } })).reply.data;

it('names the roles of each person in the systems that the caller sees', async () => {
  const rolesOf = async (who: Caller) => {
    const { reply } = await search({ filters: [{ searchTerm: 'Bé Deux' }] }, who);
    return reply.data.map(({ roles }) => roles);
  };
  expect(await rolesOf(superAdmin)).toEqual([['Admin - PDI', 'DC']]);
  expect(await rolesOf(admin)).toEqual([['DC']]);
});

describe('the answer of a search', () => {
  it('S7.10 without filters is a page of 25 by full name ascending, ignoring accents and case', async () => {
    const { status, reply } = await search();
    expect(status).toBe(200);
    const names = reply.data.map(({ fullName }) => fold(fullName));
    expect(names).toEqual([...names].sort());
    expect(names.slice(1, 3)).toEqual(['anne cote', 'anne cote roy']);
    for (let n = 0; n < 30; n++)
      await makePerson(portal, {
        firstName: 'Foule',
        lastName: `${n}`,
        roles: [{ role: 'student', systemId: 9 }],
      });
    expect((await search({}, superAdmin)).reply.data).toHaveLength(25);
  });

  it.each([
    ['odd@etu.example.ca', 1],
    ['ODD@ETU', 1],
    ['odd@', 1],
    ['dd@etu.example.ca', 1],
    ['odd@etu.example.com', 0],
    ['od_@etu.example.ca', 0],
    ['odd@etu@example.ca', 0],
  ])('finds an address by all of it: %s', async (searchTerm, total) => {
    expect((await search({ filters: [{ searchTerm }] })).reply.totalItems).toBe(total);
  });

  it('S3.6 gives each row its nine fields, and the fields to sort by', async () => {
    const { reply } = await search({ filters: [{ searchTerm: 'zc@etu' }] });
    expect(reply.data).toEqual([
      {
        id: ids.zoe,
        fullName: 'Zoé Côté',
        email: 'zc@etu.example.ca',
        isActive: true,
        // 03:00 in UTC is still the day before in Toronto.
        subscriptionDate: '2025-12-31',
        createdAt: new Date('2026-01-01T03:00:00Z'),
        lastVisitDate: new Date('2026-12-20T00:00:00Z'),
        isVisitHidden: false,
        isLocked: false,
        linkDue: false,
        roles: ['DC'],
        ...textsAs(personTextNames, () => null),
        profession: 'Infirmière',
        attestation: 2,
        numberOfWorkshops: 2,
        mayManage: true,
      },
    ]);
  });

  it('S3.7 has data and totalItems, which counts all matches and not the page', async () => {
    const of = (pageIndex: number) => search({ filters: [{ pageSize: 2, pageIndex, searchTerm: 'côté' }] });
    const [first, second] = [(await of(1)).reply, (await of(2)).reply];
    expect([first.totalItems, second.totalItems]).toEqual([3, 3]);
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual([ids.anne, ids.anneRoy, ids.zoe]);
    expect((await of(9)).reply).toEqual({ data: [], totalItems: 3 });
  });

  it('S9.6 takes 100000 for All and refuses more, nothing and less', async () => {
    const { reply } = await search({ filters: [{ pageSize: 100_000 }] }, superAdmin);
    expect(reply.data).toHaveLength(reply.totalItems);
    for (const pageSize of [100_001, 0, -1, 1.5, 'tout'] as never[])
      expect((await search({ filters: [{ pageSize }] })).status).toBe(400);
  });
});

describe('the order of a search', () => {
  it('S5.33 sorts by each of its columns, both ways, and by name at first', async () => {
    const atFirst = (await search({ filters: [{ pageSize: 100 }] })).reply.data;
    expect(atFirst).toEqual(await sorted('name', 1));
    const keyOf = {
      fullName: (row) => fold(row.fullName),
      name: (row) => fold(row.fullName),
      isActive: (row) => Number(row.isActive),
      subscriptionDate: (row) => row.createdAt.getTime(),
      lastVisitDate: (row) => row.lastVisitDate?.getTime() ?? null,
      profession: (row) => row.profession && fold(row.profession),
      attestation: (row) => row.attestation,
      numberOfWorkshops: (row) => row.numberOfWorkshops,
    } satisfies Record<SortField, (row: Awaited<ReturnType<typeof sorted>>[number]) => unknown>;
    for (const [field, key] of Object.entries(keyOf) as [
      SortField,
      (row: object) => string | number | null,
    ][]) {
      const up = (await sorted(field, 1)).map(key);
      const down = (await sorted(field, -1)).map(key);
      expect(new Set(up).size, field).toBeGreaterThan(1);
      expect(up, field).toEqual([...up].sort(nullsFirst));
      expect(down, field).toEqual([...down].sort((one, other) => nullsFirst(other, one)));
    }
  });

  it('S5.31 puts null first ascending and last descending, and S5.30 takes E, é and e as equal', async () => {
    const professions = async (direction: 1 | -1) => {
      const rows = await sorted('profession', direction);
      return rows.map(({ profession }) => profession).filter((one, at, all) => one !== all[at - 1]);
    };
    expect(await professions(1)).toEqual([null, 'avocat', 'Avocat', 'École', 'Infirmière']);
    expect(await professions(-1)).toEqual(['Infirmière', 'École', 'avocat', 'Avocat', null]);
  });

  it('refuses a column and a direction that do not exist', async () => {
    for (const sortParams of [{ sortField: 'password_hash' }, { sortDirection: 0 }] as never[])
      expect((await search({ sortParams })).status).toBe(400);
  });
});

function nullsFirst(one: string | number | null, other: string | number | null): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  return one < other ? -1 : Number(one > other);
}

describe('the filters of a search', () => {
  it.each([
    ['ZOE', ['zoe']],
    ['côte', ['anne', 'anneRoy', 'zoe']],
    ['a@ETU.example', ['anneRoy', 'eric']],
    ['  roy   anne ', ['anneRoy']],
    ['Côté, Zoé', ['zoe']],
    ['Zoé Côté', ['zoe']],
    ['zoe,cote', ['zoe']],
    ['100%', ['odd']],
    ['%', ['odd']],
    ['sur_e', ['odd']],
    ['\\', []],
    ['personne', []],
  ])(
    'S5.28 « %s » is looked for in first name, last name and e-mail, in any case',
    async (searchTerm, keys) => {
      expect(await found({ searchTerm })).toEqual(keys);
    },
  );

  it('by status, newsletter, language, profession, role and exam, alone and together', async () => {
    expect(await found({ status: false })).toEqual(['eric']);
    const lock = (locked_at: Date | null) =>
      portal.context.database.transact((tx) =>
        tx.updateTable('users').set({ locked_at }).where('first_name', '=', 'Zoé').execute(),
      );
    await lock(portal.context.clock.now());
    expect(await found({ isLocked: true })).toEqual(['zoe']);
    await lock(null);
    expect(await found({ newsLetter: true })).toEqual(['emile', 'zoe']);
    expect(await found({ language: 'en' })).toEqual(['odd', 'anne']);
    expect(await found({ profession: 'AVOCAT' })).toEqual(['anne', 'eric']);
    expect(await found({ role: 'Support - DC' })).toEqual([support.userId]);
    // Bé Deux administers another system only, which this reader does not see.
    expect(await found({ role: 'anyAdmin' })).toEqual([admin.userId]);
    expect((await found({ role: 'anyStaff' })).toSorted()).toEqual([admin.userId, support.userId].toSorted());
    expect(await found({ role: 'anyAdmin' }, superAdmin)).toEqual(
      expect.arrayContaining(['both', admin.userId]),
    );
    // A super admin administers every system, so the list of its administrators names them too.
    expect(await found({ role: 'anyAdmin' }, superAdmin)).toHaveLength(3);
    expect(await found({ role: 'anySupport' }, superAdmin)).toEqual([support.userId]);
    expect(await found({ role: 'anyStaff' }, superAdmin)).toHaveLength(4);
    expect(await found({ role: 'severalSystems' }, superAdmin)).toEqual(['both']);
    // This reader sees one of the two systems.
    expect(await found({ role: 'severalSystems' })).toEqual([]);
    expect(await found({ workshopId: exam.id })).toEqual(['both', 'emile', 'zoe']);
    const all = {
      status: true,
      newsLetter: true,
      language: 'fr',
      role: 'DC',
      workshopId: exam.id,
    } as const;
    expect(await found({ ...all, searchTerm: 'zoe', profession: 'infirmiere' })).toEqual(['zoe']);
    const { reply } = await search({
      filters: [{ newsLetter: true }, { workshopId: exam.id }, { searchTerm: 'É' }],
    });
    expect(reply.data.map(({ id }) => id)).toEqual([ids.emile, ids.zoe]);
  });

  it('S9.2 are ignored if absent, null or empty, and take 1 for French and 2 for English', async () => {
    const none = {
      status: '',
      newsLetter: '',
      role: '',
      language: '',
      profession: null,
      searchTerm: null,
    } as const;
    const everybody = (await search()).reply.totalItems;
    expect((await search({ filters: [{ ...none, workshopId: '' }] })).reply.totalItems).toBe(everybody);
    expect((await search({ filters: null, sortParams: null })).reply.totalItems).toBe(everybody);
    const typed = { status: 'true', newsLetter: '1', language: '1' } as never;
    expect(await found(typed)).toEqual(['emile', 'zoe']);
    expect(await found({ language: 2 } as never)).toEqual(['odd', 'anne']);
    for (const language of [0, 3] as never[])
      expect((await search({ filters: [{ language }] })).status).toBe(400);
  });
});

describe('whom a search shows', () => {
  it('S2.61 only the people of the systems that the caller supports or administers', async () => {
    for (const who of [admin, support]) {
      expect(await found({ searchTerm: 'Ailleurs' }, who)).toEqual([]);
      expect(await found({ workshopId: foreignExam.id }, who)).toEqual([]);
      expect(await found({ role: 'Admin - PDI' }, who)).toEqual([]);
      expect(await found({ profession: 'Notaire' }, who)).toEqual([]);
    }
    expect(await found({ searchTerm: 'Ailleurs' }, superAdmin)).toEqual(['foreign']);
    expect(await found({ role: 'Admin - PDI' }, superAdmin)).toEqual(['both']);
  });

  it('counts only exams of the systems that the caller sees', async () => {
    const countsOf = async (who: Caller) => {
      const { reply } = await search({ filters: [{ searchTerm: 'deux' }] }, who);
      return reply.data.map(({ attestation, numberOfWorkshops }) => [attestation, numberOfWorkshops]);
    };
    expect(await countsOf(admin)).toEqual([[0, 1]]);
    expect(await countsOf(superAdmin)).toEqual([[1, 2]]);
  });

  it('marks whom the caller may manage: not themselves, nobody of another system, and for support nobody', async () => {
    const mayManage = async (who: Caller, id?: number) => {
      const { reply } = await search({ filters: [{ pageSize: 100 }] }, who);
      return reply.data.find((row) => row.id === id)?.mayManage;
    };
    expect(await mayManage(admin, ids.zoe)).toBe(true);
    expect(await mayManage(admin, support.userId)).toBe(true);
    expect(await mayManage(admin, admin.userId)).toBe(false);
    expect(await mayManage(admin, ids.both)).toBe(false);
    expect(await mayManage(support, ids.zoe)).toBe(false);
    expect(await mayManage(superAdmin, ids.both)).toBe(true);
  });

  it('refuses a caller who is only a student', async () => {
    const student = await portal.as('student', 3);
    expect((await search({}, portal.nobody)).status).toBe(401);
    for (const endpoint of [searchUsers, listRoles, listProfessions] as const)
      expect((await student.call(endpoint, { body: {} as never })).problem.code).toBe('access.denied');
  });
});

describe('what the filters are filled from', () => {
  it('S6.15 the roles of the systems that the caller sees, and whether they may give them', async () => {
    const { reply } = await admin.call(listRoles);
    expect(reply).toEqual([
      { name: 'Admin - DC', role: 'admin', systemId: 3, mayGive: true, isArchived: false },
      { name: 'Support - DC', role: 'support', systemId: 3, mayGive: true, isArchived: false },
      { name: 'DC', role: 'student', systemId: 3, mayGive: true, isArchived: false },
    ]);
    expect((await support.call(listRoles)).reply.map(({ mayGive }) => mayGive)).toEqual([
      false,
      false,
      false,
    ]);
    const all = (await superAdmin.call(listRoles)).reply;
    expect(all[0]).toEqual({
      name: 'Super Admin',
      role: 'superAdmin',
      systemId: null,
      mayGive: true,
      isArchived: false,
    });
    expect(all).toHaveLength(28);
  });

  it('S6.15 the professions of the people whom the caller sees, each once, in order', async () => {
    expect((await admin.call(listProfessions)).reply.map(fold)).toEqual(['avocat', 'ecole', 'infirmiere']);
    expect((await superAdmin.call(listProfessions)).reply).toContain('Notaire');
  });

  it('S2.61 the title of an exam, unless it is of another system', async () => {
    const ask = (workshopId: number) => admin.call(findWorkshop, { params: { workshopId } });
    expect((await ask(exam.id)).reply).toMatchObject({
      title: 'Hiver 2027',
      systemId: 3,
      date: '2027-01-11',
    });
    for (const id of [foreignExam.id, 999_999]) expect((await ask(id)).problem.code).toBe('exam.notFound');
  });
});

it('gives support no page that would be an export, and others one of those whom they administer', async () => {
  const page = (pageSize: number, who: Caller) => search({ filters: [{ pageSize }] }, who);
  expect((await page(100, support)).status).toBe(200);
  expect((await page(101, support)).problem).toMatchObject({ status: 403, code: 'access.denied' });
  const mixed = await portal.as('support', 3, { firstName: 'Mo', lastName: 'Deux' });
  const grant = { user_id: mixed.userId, system_id: 2, role: 'admin' as const, granted_at: new Date(0) };
  await portal.context.database.transact((tx) => tx.insertInto('user_roles').values(grant).execute());
  const idsOf = async (pageSize: number) => (await page(pageSize, mixed)).reply.data.map(({ id }) => id);
  expect(await idsOf(100)).toContain(ids.zoe);
  expect(await idsOf(101)).not.toContain(ids.zoe);
  expect(await idsOf(101)).toContain(ids.foreign);
});

it('finds people whatever the apostrophes and hyphens of a name, as it is written and as it is asked for', async () => {
  const roles = [{ role: 'student', systemId: 4 }] as const;
  for (const [firstName, lastName] of [
    ['Liam', "O'Connor"],
    ['Ève', 'L’Heureux'],
    ['Jean-Pierre', 'Lavoie'],
    ['Jeanpierre', 'Morin'],
    ['Jean Pierre', 'Nadon'],
  ] as const)
    await makePerson(portal, {
      firstName,
      lastName,
      email: `${lastName.length}${firstName.length}@x.ca`,
      roles,
    });
  const reader = await portal.as('support', 4);
  const namesOf = async (searchTerm: string, more: SearchFilter = {}) =>
    (await search({ filters: [{ searchTerm, ...more }] }, reader)).reply.data.map(({ fullName }) => fullName);
  for (const asked of ['oconnor', "O'Connor", 'o’connor liam', 'o connor', 'OCONN'])
    expect(await namesOf(asked), asked).toEqual(["Liam O'Connor"]);
  expect(await namesOf('lheureux')).toEqual(['Ève L’Heureux']);
  const three = ['Jean Pierre Nadon', 'Jean-Pierre Lavoie', 'Jeanpierre Morin'];
  expect(await namesOf('Jean-Pierre')).toEqual(three);
  expect(await namesOf('jean pierre', { status: true })).toEqual(three);
  expect(await namesOf('jeanpierre')).toEqual(three.slice(1));
  expect(await namesOf('liamoconnor')).toEqual([]);
  const number = { studentNumber: '300999111', email: 'ida.nombre@x.ca', roles };
  await makePerson(portal, { firstName: 'Ida', lastName: 'Nombre', ...number });
  for (const asked of ['ida.nombre@x.ca 300999111', '300999111 ida.nombre@x.ca nombre'])
    expect(await namesOf(asked)).toEqual(['Ida Nombre']);
});
