import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Connector,
  ConnectorError,
  type CourseOrder,
  type CourseRef,
  type Person,
} from '../../src/learning/connectors/connector.ts';

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
    examDate: '2027-04-30',
    isCancelled: false,
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
        expect(await ensured(stage.connector, { ...order, ...changed })).toEqual({ externalId });
        return stage.listCourses(order.code);
      };
      expect(await change({ isCancelled: true })).toMatchObject([{ isOpen: false }]);
      expect(await change({ title: 'Reporté', examDate: '2027-05-07' })).toEqual([
        { title: 'Reporté', isOpen: true },
      ]);
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

    it('enrols as many people as go into a call, and tells who is on the course', async ({ skip }) => {
      if (stage.peopleSkipped) skip(stage.peopleSkipped);
      const course = await openCourse();
      const persons = people(Math.min(stage.connector.batchSize, 100));
      expect(await enrol(course, persons)).toEqual([]);
      expect(await enrolled(course)).toEqual(keysOf(persons));
      const [first] = await stage.connector.listEnrolments(course, never);
      expect(first).toMatchObject({
        externalId: expect.stringMatching(/./),
        name: expect.stringContaining('Côté'),
      });
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

    it('says that a course is gone, also where its id belongs to another one', async () => {
      const course = await openCourse();
      const stranger = { ...(await openCourse()), code: course.code };
      for (const gone of [{ ...course, externalId: '987654321' }, stranger]) {
        const failure = await stage.connector.listEnrolments(gone, never).catch((error) => error);
        expect(failure).toBeInstanceOf(ConnectorError);
        expect(failure).toMatchObject({ retry: 'never', message: 'the course is gone' });
      }
    });

    it('gives an absolute address that signs a candidate on, also before she has an account', async ({
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
      expect(await stage.connector.signOnAddress(signOn, never)).not.toBe(address);
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
