import { describe, expect, it } from 'vitest';
import type { CourseReading, Enrolled } from '../learning.service.ts';
import { compare, type Expected, findMissing } from './compare.ts';

const facts = {
  title: 'Examen',
  code: 'DC-1',
  isOpen: true,
  semesterId: 7,
  startsAt: new Date('2027-04-30T04:00:00Z'),
  endsAt: null,
};
const course: CourseReading = { wanted: facts, found: facts };
const wanted = (key: string, more: Partial<Expected> = {}): Expected => ({
  key,
  wanted: 'in',
  isSettled: true,
  refusal: null,
  name: `Zoé ${key}`,
  email: `${key}@exemple.ca`,
  ...more,
});
const there = (key: string, more: Partial<Enrolled> = {}): Enrolled => ({
  externalId: `a-${key}`,
  key,
  name: `Zoé ${key}`,
  email: `${key}@exemple.ca`,
  isSuspended: false,
  role: 'student',
  isActive: true,
  twins: [],
  ...more,
});
const none = new Map();

describe('comparing a course with what should stand there', () => {
  it('finds nothing where all is the same, addresses in any letter case', () => {
    const enrolled = [there('g1', { email: 'G1@Exemple.ca' })];
    expect(compare({ course, enrolled, accounts: none }, [wanted('g1')])).toMatchObject({
      course: [],
      missing: [],
      changed: [],
      strangers: [],
      underway: 0,
    });
  });

  it('tells a refusal from a removal, and a deleted account from both', () => {
    const accounts = new Map([['g2', [there('g2')]]]);
    const refusal = { code: 'addressTaken', params: {}, text: 'address taken' } as const;
    const expected = [wanted('g1', { refusal }), wanted('g2'), wanted('g3')];
    expect(compare({ course, enrolled: [], accounts }, expected).missing).toEqual([
      { key: 'g1', cause: 'refused', reason: refusal, isRepairable: true },
      { key: 'g2', cause: 'notEnrolled', reason: null, isRepairable: true },
      { key: 'g3', cause: 'noAccount', reason: null, isRepairable: true },
    ]);
  });

  it('says why the platform refuses to lift the suspension of an enrolment', () => {
    const refusal = { code: 'wsnoinstance', params: {}, text: 'no manual enrolment' } as const;
    const enrolled = ['g1', 'g2'].map((key) => there(key, { isActive: false }));
    const expected = [wanted('g1', { refusal }), wanted('g2')];
    expect(compare({ course, enrolled, accounts: none }, expected).missing).toEqual([
      { key: 'g1', cause: 'enrolmentSuspended', reason: refusal, isRepairable: true },
      { key: 'g2', cause: 'enrolmentSuspended', reason: null, isRepairable: true },
    ]);
  });

  it('judges neither who is under way nor who was deleted from the portal, and takes them for no strangers', () => {
    const expected = [
      wanted('g1', { isSettled: false }),
      wanted('g2', { wanted: 'out', isSettled: false }),
      wanted('g3', { name: null, email: null }),
    ];
    const enrolled = [there('g2'), there('g3', { name: 'Autre' })];
    const found = compare({ course, enrolled, accounts: none }, expected);
    expect(found).toMatchObject({ missing: [], changed: [], strangers: [], underway: 2 });
    expect(findMissing(expected, enrolled)).toEqual([]);
  });

  it('names every account with a key that several have, also two that are both on the course', () => {
    const enrolled = [there('g1', { twins: ['a-9'] }), there('g1', { externalId: 'a-8', twins: ['a-9'] })];
    expect(compare({ course, enrolled, accounts: none }, [wanted('g1')])).toMatchObject({
      changed: [{ key: 'g1', causes: ['twins'], twins: ['a-9', 'a-8'], isRepairable: false }],
      strangers: [],
    });
  });

  it('names the accounts of somebody off the course whose key several have', () => {
    const account = (externalId: string) => ({ ...there('g1', { externalId }), isSuspended: true });
    const accounts = new Map([['g1', [account('a-8'), account('a-9')]]]);
    expect(compare({ course, enrolled: [], accounts }, [wanted('g1')]).missing).toMatchObject([
      { key: 'g1', cause: 'accountTwins', isRepairable: false, reason: { params: { ids: 'a-8, a-9' } } },
    ]);
  });

  it('offers to set a role that is not the student’s, and leaves one beside it to the staff', () => {
    const roles = ['other', 'more'] as const;
    const enrolled = roles.map((role, n) => there(`g${n}`, { role }));
    const { changed } = compare({ course, enrolled, accounts: none }, [wanted('g0'), wanted('g1')]);
    expect(changed.map(({ causes, isRepairable }) => [...causes, isRepairable])).toEqual([
      ['role', true],
      ['moreRoles', false],
    ]);
  });

  it('compares 10,000 enrolments, each of which differs, within a second', () => {
    const keys = Array.from({ length: 10_000 }, (_, n) => `g${n}`);
    const expected = keys.map((key) => wanted(key));
    const renamed = keys.map((key) => there(key, { name: 'Autre' }));
    const since = performance.now();
    const found = compare({ course, enrolled: renamed, accounts: none }, expected);
    expect(performance.now() - since).toBeLessThan(1000);
    expect(found.changed).toHaveLength(10_000);
  });
});
