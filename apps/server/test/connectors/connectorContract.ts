import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Account,
  type Connector,
  ConnectorError,
  type CourseOrder,
  type CourseRef,
  type ExtraTime,
  type Person,
  type Recorded,
} from '../../src/learning/connectors/connector.ts';
import { examHours } from '../../src/learning/connectors/examTimes/examDay.ts';

/** A platform on which a connector is tried. What is read here goes around the connector. */
export interface Stage {
  readonly connector: Connector;
  /** The connector of another server of the portal. */
  readonly other: Connector;
  readonly organisation: CourseOrder['organisation'];
  /** Codes and keys that begin with it are the test's own. */
  readonly prefix: string;
  /** Why no people can be tried: a site from which they could not be removed afterwards. */
  readonly peopleSkipped: string | null;
  /** Why a person has an account in each system: the built-in platform keeps systems apart, as the rest of the database does. */
  readonly accountsSharedSkipped?: string;
  /** False where the way in is an address that anybody may have, and the platform signs on by itself. */
  readonly hasOneUseLinks: boolean;
  /** Why no extra time can be tried: a site without a quiz. */
  readonly extraTimeSkipped: string | null;
  /** Seconds that an account has beyond the time limit, for each quiz of the course that has one. */
  readExtraSeconds(course: CourseRef, account: Account): Promise<readonly number[]>;
  /** Why no dates of a template can be tried: its quizzes have none. */
  readonly datesSkipped: string | null;
  /** Why no dates of other activities can be tried: the template has none. */
  readonly activitiesSkipped: string | null;
  /** A quiz closes at one time for all, late enough for whoever has the most extra time. */
  readonly hasOneEnd?: boolean;
  /** When each quiz of the course closes to an account; null where that cannot be read for one person. */
  readonly readClosings: ((course: CourseRef, account: Account) => Promise<readonly Date[]>) | null;
  /** Why no copy of questions can be tried: a template whose quiz is empty proves nothing. */
  readonly questionsSkipped: string | null;
  /** Points of the questions in each quiz of a course. */
  readPoints?(course: CourseRef): Promise<readonly number[]>;
  /** Why no grades can be tried. */
  readonly gradesSkipped: string | null;
  /** Null where nobody here may give any. */
  readonly setGrade: ((course: CourseRef, account: Account, percent: number) => Promise<void>) | null;
  /** Makes an account that is not the portal's, which has the key where others look for it; null where nobody can. Its id. */
  readonly addStranger: ((key: string, email: string) => Promise<string>) | null;
  /** The account that a sign-on address signs in, followed as a browser does; null where the platform signs on by itself. */
  readonly readSignedOn: ((address: string) => Promise<string>) | null;
  /** Gives an account a role of the staff on the platform; null where there is none, or nobody here may. */
  readonly promote: ((externalId: string) => Promise<void>) | null;
  listCourses(code: string): Promise<{ readonly title: string; readonly isOpen: boolean }[]>;
  listAccounts(key: string): Promise<{ readonly name: string; readonly email: string }[]>;
  /** Removes everything that the test has made. */
  close(): Promise<void>;
}

const never = new AbortController().signal;

/** What every learning platform does through its connector: the one suite for all of them. */
export function describeConnector(platform: string, openStage: () => Promise<Stage>): void {
  let stage: Stage;
  let made = 0;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.close());

  const newOrder = (more: Partial<CourseOrder> = {}): CourseOrder => ({
    organisation: stage.organisation,
    code: `${stage.prefix}-${++made}`,
    title: 'Examen d’admission — hiver',
    titleEn: 'Entrance exam, winter',
    examDate: '2027-04-30',
    isCancelled: false,
    made: null,
    ...more,
  });
  const newPerson = (more: Partial<Person> = {}): Person => {
    const key = `${stage.prefix.toLowerCase()}-p${++made}`;
    return {
      key,
      firstName: 'Zoé',
      lastName: `Côté-O’Neil ${made}`,
      email: `${key}@guichet.test`,
      language: 'fr',
      ...more,
    };
  };
  const people = (count: number) => Array.from({ length: count }, () => newPerson());
  const keysOf = (list: readonly { key: string | null }[]) => list.map(({ key }) => key).sort();

  async function openCourse(order = newOrder()): Promise<CourseRef> {
    return { ...order, ...(await ensured(stage.connector, order)) };
  }

  async function enrol(course: CourseRef, persons: readonly Person[]) {
    const { accounts, refusals } = await stage.connector.ensureUsers(stage.organisation, persons, never);
    return [...refusals, ...(await stage.connector.enrol(course, accounts, never))];
  }

  async function enrolled(course: CourseRef) {
    return keysOf(await stage.connector.listEnrolments(course, never));
  }

  describe(`the connector of ${platform}`, () => {
    it('says what the platform is, and that nothing keeps it from working', async () => {
      const { product, site, problems } = await stage.connector.check(never);
      expect(product).not.toBe('');
      expect(site).not.toBe('');
      expect(problems).toEqual([]);
    });

    it('creates a course, open and with its title, and only one however often it is asked', async () => {
      const order = newOrder();
      const first = await ensured(stage.connector, order);
      expect(await ensured(stage.other, order)).toEqual(first);
      expect(await stage.listCourses(order.code)).toEqual([{ title: order.title, isOpen: true }]);
    });

    it('creates one course for two servers that ask at the same moment', async () => {
      const order = newOrder();
      const [one, two] = await Promise.all([ensured(stage.connector, order), ensured(stage.other, order)]);
      expect(one).toEqual(two);
      expect(await stage.listCourses(order.code)).toHaveLength(1);
    });

    it('renames a course, hides it when its exam is cancelled, and shows it again', async () => {
      const order = newOrder();
      const { externalId } = await ensured(stage.connector, order);
      const change = async (changed: Partial<CourseOrder>) => {
        const again = await ensured(stage.connector, { ...order, ...changed });
        expect(again.externalId).toBe(externalId);
        return stage.listCourses(order.code);
      };
      expect(await change({ isCancelled: true })).toMatchObject([{ isOpen: false }]);
      expect(await change({ title: 'Reporté', examDate: '2027-05-07' })).toEqual([
        { title: 'Reporté', isOpen: true },
      ]);
    });

    it('reads a course as it made it, and what differs from what it should be', async () => {
      const order = newOrder({ title: 'Français & anglais' });
      const made = await ensured(stage.connector, order);
      const read = (changed: Partial<CourseOrder> = {}) =>
        stage.other.readCourse({ ...order, ...changed, made }, never);
      const { wanted, found } = await read();
      expect(found).toEqual(wanted);
      expect(found).toMatchObject({ title: order.title, code: order.code, isOpen: true });
      const later = await read({ title: 'Reporté', examDate: '2027-05-07', isCancelled: true });
      expect(later.found).toEqual(found);
      expect(later.wanted).toMatchObject({ title: 'Reporté', isOpen: false });
      expect(later.wanted.startsAt).not.toEqual(later.found?.startsAt);
      const gone = { ...order, made: { ...made, externalId: '987654321' } };
      expect((await stage.connector.readCourse(gone, never)).found).toBeNull();
    });

    it('copies the questions of the template, and tells that they are there', async ({ skip }) => {
      if (stage.questionsSkipped) skip(stage.questionsSkipped);
      const order = newOrder();
      const made = await ensured(stage.connector, order);
      const points = await stage.readPoints?.({ ...order, ...made });
      expect(Math.max(...(points ?? []))).toBeGreaterThan(0);
      const { quizzes } = await stage.other.readCourse({ ...order, made }, never);
      expect(quizzes?.some(({ hasQuestions }) => hasQuestions)).toBe(true);
    });

    it('makes one account per key, with names as they are written', async ({ skip }) => {
      if (stage.peopleSkipped) skip(stage.peopleSkipped);
      const person = newPerson();
      for (const connector of [stage.connector, stage.other]) {
        const { accounts, refusals } = await connector.ensureUsers(stage.organisation, [person], never);
        expect(refusals).toEqual([]);
        expect(keysOf(accounts)).toEqual([person.key]);
      }
      const name = `${person.firstName} ${person.lastName}`;
      expect(await stage.listAccounts(person.key)).toEqual([{ name, email: person.email }]);
    });

    it('brings name and address of an account up to date', async ({ skip }) => {
      if (stage.peopleSkipped) skip(stage.peopleSkipped);
      const person = newPerson();
      await stage.connector.ensureUsers(stage.organisation, [person], never);
      const changed = { ...person, firstName: 'Zoë', email: `new-${person.email}` };
      const { refusals } = await stage.connector.ensureUsers(stage.organisation, [changed], never);
      expect(refusals).toEqual([]);
      const name = `Zoë ${person.lastName}`;
      expect(await stage.listAccounts(person.key)).toEqual([{ name, email: changed.email }]);
    });

    it('reads the accounts of keys, also of those that have none', async ({ skip }) => {
      if (stage.peopleSkipped) skip(stage.peopleSkipped);
      const person = newPerson();
      const { accounts } = await stage.connector.ensureUsers(stage.organisation, [person], never);
      const keys = [person.key, `${stage.prefix.toLowerCase()}-nobody`];
      const found = await stage.other.readAccounts(stage.organisation, keys, never);
      const name = `${person.firstName} ${person.lastName}`;
      const account = { ...accounts[0], login: person.key, name, email: person.email, isSuspended: false };
      expect([...found]).toEqual([
        [person.key, [account]],
        [keys[1], []],
      ]);
    });

    it('takes no account for its own that only has the key, and leaves it as it is', async ({ skip }) => {
      if (stage.peopleSkipped) skip(stage.peopleSkipped);
      if (!stage.addStranger) return skip('nobody else makes accounts there');
      const person = newPerson();
      await stage.addStranger(person.key, `prof-${person.email}`);
      const before = await stage.listAccounts(person.key);
      const { accounts, refusals } = await stage.connector.ensureUsers(stage.organisation, [person], never);
      expect(accounts).toEqual([]);
      expect(refusals).toMatchObject([{ key: person.key, remark: { code: 'strangersAccount' } }]);
      expect(await stage.listAccounts(person.key)).toEqual(before);
      const signOn = { organisation: stage.organisation, person, course: null, isStaff: false } as const;
      const visit = { language: 'fr', sessionId: '', returnTo: 'https://guichet.test/' } as const;
      await expect(stage.connector.signOnAddress({ ...signOn, ...visit }, never)).rejects.toMatchObject({
        remark: { code: 'strangersAccount' },
      });
    });

    it('uses only the account that is recorded, and only while it signs in as before', async ({ skip }) => {
      if (stage.peopleSkipped) skip(stage.peopleSkipped);
      if (!stage.addStranger) return skip('there is nothing to confuse');
      const person = newPerson();
      const { accounts } = await stage.connector.ensureUsers(stage.organisation, [person], never);
      const { externalId = '', authentication = null } = accounts[0] ?? {};
      const ensure = async (recorded: Partial<Recorded>) => {
        const record = { externalId, authentication, isJoined: false, ...recorded };
        const people = [{ ...person, recorded: record }];
        const { refusals } = await stage.other.ensureUsers(stage.organisation, people, never);
        return refusals.map(({ remark }) => remark?.code);
      };
      expect(await ensure({})).toEqual([]);
      expect(await ensure({ externalId: '987654321' })).toEqual(['strangersAccount']);
      if (authentication !== null) expect(await ensure({ authentication: 'saml2' })).toEqual(['otherSignIn']);
    });

    it('enrols and signs on the account that somebody is joined to, found by number or address, and changes nothing of it', async ({
      skip,
    }) => {
      if (stage.peopleSkipped) skip(stage.peopleSkipped);
      if (!stage.addStranger) return skip('nobody else makes accounts there');
      const { organisation, prefix } = stage;
      const [person, number] = [newPerson(), `${prefix.toLowerCase()}-n${++made}`];
      const email = `own-${person.email}`;
      const externalId = await stage.addStranger(number, email);
      const before = await stage.listAccounts(number);
      const found = (await stage.other.readAccounts(organisation, [number], never)).get(number) ?? [];
      expect(found).toMatchObject([{ externalId, key: number, name: 'Ada Roy', email, isSuspended: false }]);
      expect(await stage.other.findByAddress(organisation, [email], never)).toEqual(found);
      const { authentication = null } = found[0] ?? {};
      const joined = { ...person, key: number, recorded: { externalId, authentication, isJoined: true } };
      const course = await openCourse();
      expect(await enrol(course, [joined])).toEqual([]);
      const list = await stage.other.listEnrolments(course, never);
      expect(list).toMatchObject([{ externalId, key: number, name: 'Ada Roy', role: 'student' }]);
      const signOn = { organisation, person: joined, course: course.code, isStaff: false } as const;
      const visit = { language: 'fr', sessionId: '', returnTo: 'https://guichet.test/' } as const;
      const address = await stage.connector.signOnAddress({ ...signOn, ...visit }, never);
      if (stage.readSignedOn) expect(await stage.readSignedOn(address)).toBe(externalId);
      expect(await stage.listAccounts(number)).toEqual(before);
      // Taken back, the same number is a stranger's again.
      await stage.connector.unenrolAccounts(course, [externalId], never);
      expect(await enrolled(course)).toEqual([]);
      const { refusals } = await stage.connector.ensureUsers(
        organisation,
        [{ ...person, key: number }],
        never,
      );
      expect(refusals).toMatchObject([{ key: number, remark: { code: 'strangersAccount' } }]);
      expect(await stage.listAccounts(number)).toEqual(before);
    });

    it('tells who has become staff', async ({ skip }) => {
      if (stage.peopleSkipped) skip(stage.peopleSkipped);
      if (!stage.promote) return skip('nobody becomes staff there');
      const { accounts } = await stage.connector.ensureUsers(stage.organisation, people(3), never);
      const ids = accounts.map(({ externalId }) => externalId);
      const find = async () => [
        ...((await stage.connector.findStaff?.(stage.organisation, ids, never)) ?? []),
      ];
      expect(await find()).toEqual([]);
      await stage.promote(ids[1] ?? '');
      expect(await find()).toContain(ids[1]);
      expect(await find()).not.toContain(ids[0]);
    });

    it('sets the addresses of people who have exchanged theirs, and finds accounts by them', async ({
      skip,
    }) => {
      if (stage.peopleSkipped) skip(stage.peopleSkipped);
      const [ann, ben, cat] = people(3) as [Person, Person, Person];
      await stage.connector.ensureUsers(stage.organisation, [ann, ben, cat], never);
      const moved = [
        { ...ann, email: ben.email },
        { ...ben, email: ann.email },
        { ...cat, email: `new-${cat.email}` },
      ];
      const { refusals } = await stage.connector.ensureUsers(stage.organisation, moved, never);
      expect(refusals).toEqual([]);
      for (const { key, email } of moved) expect(await stage.listAccounts(key)).toMatchObject([{ email }]);
      const found = await stage.other.findByAddress(stage.organisation, [ann.email, cat.email], never);
      expect(keysOf(found)).toEqual([ben.key]);
    });

    it('enrols as many people as go into a call, and tells who is on the course', async ({ skip }) => {
      if (stage.peopleSkipped) skip(stage.peopleSkipped);
      const course = await openCourse();
      const persons = people(Math.min(stage.connector.batchSize, 100));
      expect(await enrol(course, persons)).toEqual([]);
      expect(await enrolled(course)).toEqual(keysOf(persons));
      const [first] = await stage.connector.listEnrolments(course, never);
      const person = persons.find(({ key }) => key === first?.key);
      expect(first).toMatchObject({
        externalId: expect.stringMatching(/./),
        key: person?.key,
        name: `${person?.firstName} ${person?.lastName}`,
        email: person?.email,
        isSuspended: false,
        role: 'student',
        isActive: expect.toSatisfy((isActive) => isActive !== false),
        twins: [],
      });
    });

    it('has one account for a person who is in two systems', async ({ skip }) => {
      const reason = stage.peopleSkipped ?? stage.accountsSharedSkipped;
      if (reason) skip(reason);
      const person = newPerson();
      const { organisation } = stage;
      const ofSystem = async (id: number) =>
        (await stage.other.ensureUsers({ ...organisation, id }, [person], never)).accounts;
      const accounts = await ofSystem(organisation.id);
      expect(accounts).toHaveLength(1);
      expect(await ofSystem(organisation.id + 1)).toEqual(accounts);
      expect(await stage.listAccounts(person.key)).toHaveLength(1);
    });

    it('enrols and unenrols twice as once, and forgives people who are not there', async ({ skip }) => {
      if (stage.peopleSkipped) skip(stage.peopleSkipped);
      const course = await openCourse();
      const persons = people(3);
      const [, leaving, staying] = persons;
      await enrol(course, persons);
      expect(await enrol(course, persons)).toEqual([]);
      const gone = [leaving?.key ?? '', `${stage.prefix.toLowerCase()}-nobody`];
      for (const connector of [stage.connector, stage.other])
        expect(await connector.unenrol(course, gone, never)).toEqual([]);
      expect(await enrolled(course)).toEqual(keysOf(persons.filter((person) => person !== leaving)));
      expect(await enrol(course, [staying as Person])).toEqual([]);
    });

    it('takes accounts off a course by their ids, once or twice, and nobody else', async ({ skip }) => {
      if (stage.peopleSkipped) skip(stage.peopleSkipped);
      const course = await openCourse();
      const persons = people(3);
      await enrol(course, persons);
      const list = await stage.connector.listEnrolments(course, never);
      const gone = list.find(({ key }) => key === persons[1]?.key)?.externalId ?? '';
      for (const connector of [stage.connector, stage.other])
        await connector.unenrolAccounts(course, [gone], never);
      expect(await enrolled(course)).toEqual(keysOf(persons.filter((_, n) => n !== 1)));
    });

    it('gives extra time in each quiz, changes it, takes it away, and reads it back', async ({ skip }) => {
      if (!stage.connector.setExtraTimes) skip('the platform has no quizzes');
      const reason = stage.peopleSkipped ?? stage.extraTimeSkipped;
      if (reason !== null) skip(reason);
      const course = await openCourse();
      const persons = people(3);
      await enrol(course, persons);
      const { accounts } = await stage.connector.ensureUsers(stage.organisation, persons, never);
      const give = async (connector: Connector, extraTimes: readonly (ExtraTime | null)[]) => {
        const orders = accounts.map((account, n) => ({ account, extraTime: extraTimes[n] ?? null }));
        return (await connector.setExtraTimes?.(course, orders, never)) ?? [];
      };
      const extras = () => Promise.all(accounts.map((account) => stage.readExtraSeconds(course, account)));
      const usual = (await extras()).map((seconds) => seconds.length);
      expect(usual[0]).toBeGreaterThan(0);
      const all = (seconds: number, n: number) => Array.from({ length: usual[n] ?? 0 }, () => seconds);
      const half = { minutes: 30, factor: null };
      const factor = { minutes: null, factor: 1.5 };
      for (const connector of [stage.connector, stage.other]) {
        const facts = await give(connector, [half, factor]);
        expect(keysOf(facts)).toEqual(keysOf(persons));
        expect(facts.map(({ problem }) => problem)).toEqual([null, null, null]);
        expect(facts.map(({ quizzes }) => quizzes)).toEqual(usual);
        expect(facts.map(({ inPlace }) => inPlace)).toEqual([usual[0], usual[1], 0]);
      }
      const [first, second, third] = await extras();
      expect(first).toEqual(all(1800, 0));
      for (const seconds of second ?? []) expect(seconds).toBeGreaterThan(0);
      expect(third).toEqual(all(0, 2));
      const changed = await give(stage.other, [{ minutes: 45, factor: null }, null]);
      expect(changed.map(({ inPlace }) => inPlace)).toEqual([usual[0], 0, 0]);
      expect(await extras()).toEqual([all(2700, 0), all(0, 1), all(0, 2)]);
      await give(stage.connector, []);
      expect(await extras()).toEqual([all(0, 0), all(0, 1), all(0, 2)]);
    });

    it('tells which quizzes the dates of the template shut in the hours of an exam, and opens them', async ({
      skip,
    }) => {
      if (!stage.connector.listShutQuizzes) skip('the platform has no quizzes');
      const reason = stage.peopleSkipped ?? stage.extraTimeSkipped ?? stage.datesSkipped;
      if (reason !== null) skip(reason);
      // Long after the dates of any template.
      const exam = { examDate: '2035-05-07', startTime: '09:00', endTime: '12:00' };
      const course = await openCourse(newOrder(exam));
      const persons = people(2);
      await enrol(course, persons);
      const { accounts } = await stage.connector.ensureUsers(stage.organisation, persons, never);
      const orders = accounts.map((account, n) => ({
        account,
        extraTime: n === 0 ? { minutes: 45, factor: null } : null,
      }));
      const hours = examHours(exam, 'America/Toronto');
      const shut = async () => {
        const all = (await stage.other.listShutQuizzes?.(course, hours, orders, never)) ?? [];
        return all.filter(({ kind }) => kind === 'quiz');
      };
      const found = await shut();
      expect(found.length).toBeGreaterThan(0);
      for (const { closesAt, people } of found) {
        expect(closesAt?.getTime()).toBeLessThan(hours.startsAt.getTime());
        expect(people).toBe(2);
      }
      if (found.some(({ isRepairable }) => !isRepairable) || !stage.readClosings) return;
      const all = { ...hours, isForAll: true, former: [] };
      const facts = await stage.connector.setExtraTimes?.(course, orders, never, all);
      expect(facts?.map(({ problem }) => problem)).toEqual([null, null]);
      expect(await shut()).toEqual([]);
      const end = hours.endsAt.getTime();
      const [first, second] = await Promise.all(
        accounts.map(async (account) => (await stage.readClosings?.(course, account)) ?? []),
      );
      expect(Math.min(...(first ?? []).map(Number))).toBe(end + 45 * 60_000);
      expect(Math.min(...(second ?? []).map(Number))).toBe(end + (stage.hasOneEnd ? 45 * 60_000 : 0));
      // Twice is as once.
      await stage.other.setExtraTimes?.(course, orders, never, all);
      expect(await stage.readClosings(course, accounts[1] as Account)).toEqual(second);
    });

    it('tells which other activities the dates of the template shut, which are set by hand', async ({
      skip,
    }) => {
      if (!stage.connector.listShutQuizzes) skip('the platform has no activities');
      const reason = stage.peopleSkipped ?? stage.activitiesSkipped;
      if (reason !== null) skip(reason);
      const exam = { examDate: '2035-05-07', startTime: '09:00', endTime: '12:00' };
      const course = await openCourse(newOrder(exam));
      const persons = people(2);
      await enrol(course, persons);
      const { accounts } = await stage.connector.ensureUsers(stage.organisation, persons, never);
      const orders = accounts.map((account) => ({ account, extraTime: null }));
      const hours = examHours(exam, 'America/Toronto');
      const found = (await stage.other.listShutQuizzes?.(course, hours, orders, never)) ?? [];
      const activities = found.filter(({ kind }) => kind === 'activity');
      expect(activities.length).toBeGreaterThan(0);
      for (const { opensAt, closesAt, people, isRepairable } of activities) {
        expect(Number(closesAt ?? opensAt)).toBeGreaterThan(0);
        expect([people, isRepairable]).toEqual([2, false]);
      }
    });

    it('says of somebody who is not on the course that they get no extra time', async ({ skip }) => {
      if (!stage.connector.setExtraTimes) skip('the platform has no quizzes');
      const reason = stage.peopleSkipped ?? stage.extraTimeSkipped;
      if (reason !== null) skip(reason);
      const course = await openCourse();
      const { accounts } = await stage.connector.ensureUsers(stage.organisation, people(1), never);
      const orders = accounts.map((account) => ({ account, extraTime: { minutes: 30, factor: null } }));
      const facts = await stage.connector.setExtraTimes?.(course, orders, never);
      expect(facts).toMatchObject([{ inPlace: 0, problem: { code: 'notOnCourse' } }]);
    });

    it('reads the grades of everybody on the course, and of whom there is none yet', async ({ skip }) => {
      if (!stage.connector.readGrades) skip('the portal reads no grades from it');
      const reason = stage.peopleSkipped ?? stage.gradesSkipped;
      if (reason !== null) skip(reason);
      const course = await openCourse();
      const persons = people(2);
      await enrol(course, persons);
      const { accounts } = await stage.connector.ensureUsers(stage.organisation, persons, never);
      const read = async () => (await stage.other.readGrades?.(course, never)) ?? [];
      const [first] = accounts;
      const none = persons.map(({ key }) => ({ key, points: null }));
      expect((await read()).map(({ key, points }) => ({ key, points }))).toEqual(
        expect.arrayContaining(none),
      );
      if (!stage.setGrade) return;
      await stage.setGrade(course, first as Account, 62.5);
      const grades = await read();
      const own = grades.find(({ key }) => key === first?.key);
      expect(own?.name).toContain('Zoé');
      expect((own?.points ?? 0) / (own?.outOf ?? 1)).toBe(0.625);
      expect(grades.filter(({ points }) => points !== null)).toHaveLength(1);
    });

    it('says that a course is gone, also where its id belongs to another one', async () => {
      const course = await openCourse();
      const stranger = { ...(await openCourse()), code: course.code };
      for (const gone of [{ ...course, externalId: '987654321' }, stranger]) {
        const failure = await stage.connector.listEnrolments(gone, never).catch((error) => error);
        expect(failure).toBeInstanceOf(ConnectorError);
        expect(failure).toMatchObject({ retry: 'never', remark: { code: 'courseGone' } });
      }
    });

    it('gives an absolute address that signs a candidate on, also before they have an account', async ({
      skip,
    }) => {
      if (stage.peopleSkipped) skip(stage.peopleSkipped);
      const { code } = await openCourse();
      const person = newPerson();
      const signOn = {
        organisation: stage.organisation,
        person,
        course: code,
        isStaff: false,
        language: 'fr' as const,
        sessionId: '00000000-0000-4000-8000-000000000000',
        returnTo: 'https://guichet.test/logoutfrombs/3',
      };
      const address = await stage.connector.signOnAddress(signOn, never);
      expect(new URL(address).protocol).toMatch(/^https?:$/);
      const again = await stage.connector.signOnAddress(signOn, never);
      if (stage.hasOneUseLinks) expect(again).not.toBe(address);
      else expect(again).toBe(address);
    });
  });
}

/** Asks like the queue: again and again while the course is not ready. */
export async function ensured(connector: Connector, order: CourseOrder) {
  for (let tries = 0; tries < 600; tries += 1) {
    try {
      return await connector.ensureCourse(order, never);
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.retry !== 'unready') throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('the course never became ready');
}
