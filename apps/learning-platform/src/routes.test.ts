import type { Language } from '@guichet/contract/core/language';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBuiltin, openSurroundings } from '../../server/src/learning/connectors/builtin.ts';
import { openTestPortal, type TestPortal } from '../../server/test/portal.ts';
import { openEntry } from './visits/entry.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ UNIVERSITY_NAME_FR: 'Université du Nord' });
  await makeCourse('DC-PAST', 'Placement', '2026-12-01', ['g1']);
  await makeCourse('DC-TODAY', 'Rédaction', '2027-01-11', ['g1', 'g2']);
  await makeCourse('DC-NEXT', 'Compétence langagière / Language proficiency', '2027-04-30', ['g1']);
  await makeCourse('DC-OTHER', 'Épreuve d’autrui', '2027-05-01', ['g2']);
});
afterAll(() => portal.close());

const hostile = '<img src=x onerror=alert(1)>';
const people: Record<string, { firstName: string; lastName: string }> = {
  g1: { firstName: 'Zoé', lastName: 'Côté' },
  g2: { firstName: 'Émile', lastName: hostile },
};

async function makeCourse(code: string, titles: string, examDate: string, keys: string[], systemId = 3) {
  const [title = '', titleEn = ''] = titles.split(' / ');
  const { signal } = new AbortController();
  const platform = openBuiltin(portal.context);
  const organisation = { id: systemId, templateId: null, semesterId: null };
  const course = { organisation, code, title, titleEn, examDate, isCancelled: false, made: null };
  const { externalId } = await platform.ensureCourse(course, signal);
  const persons = keys.map((key) => ({
    key,
    firstName: 'P',
    lastName: key,
    email: `${key}@guichet.test`,
    language: 'fr' as const,
    ...people[key],
  }));
  const { accounts } = await platform.ensureUsers(organisation, persons, signal);
  expect(await platform.enrol({ ...course, externalId }, accounts, signal)).toEqual([]);
  return { ...course, externalId };
}

interface Way {
  key?: string;
  isStaff?: boolean;
  course?: string | null;
  language?: Language;
  organisation?: number;
}

/** Opens a new entry; returns the path with its ticket. */
async function entrance({
  key = 'g1',
  isStaff = false,
  course = null,
  language = 'fr',
  organisation = 3,
}: Way = {}) {
  const { firstName = '', lastName = '' } = people[key] ?? {};
  const visitor = { key, fullName: `${firstName} ${lastName}`, isStaff };
  const address = await openEntry(openSurroundings(portal.context), organisation, visitor, {
    course,
    language,
    openedBy: null,
  });
  expect(address).toMatch(/^http:\/\/localhost:3000\/learning\/\w+\/enter\?ticket=/);
  return address.replace('http://localhost:3000', '');
}

const get = (url: string, cookie = '', headers: Record<string, string> = {}) =>
  portal.app.inject({ method: 'GET', url, headers: { ...(cookie && { cookie }), ...headers } });
const setCookieOf = (answer: Awaited<ReturnType<typeof get>>) => String(answer.headers['set-cookie'] ?? '');
const cookieOf = (answer: Awaited<ReturnType<typeof get>>) => setCookieOf(answer).split(';', 1)[0] ?? '';

async function signOn(way: Way = {}) {
  const answer = await get(await entrance(way));
  expect(answer.statusCode).toBe(303);
  return { cookie: cookieOf(answer), landedAt: String(answer.headers.location) };
}

describe('the sign-on ticket', () => {
  it('works once, sets a cookie that scripts cannot read, and leads to the front page', async () => {
    const path = await entrance();
    const first = await get(path);
    expect([first.statusCode, first.headers.location]).toEqual([303, '/learning/dc?lang=fr']);
    expect(setCookieOf(first)).toMatch(
      /^guichet-learning=[\w-]{43}; Path=\/learning\/dc; HttpOnly; SameSite=Lax$/,
    );
    const second = await get(path);
    expect(second.statusCode).toBe(403);
    expect(second.headers['set-cookie']).toBeUndefined();
    expect(second.body).toContain('Ce lien n’est plus valide');
    expect(second.body).toContain('href="/dc"');
  });

  it('signs on only one of two simultaneous requests', async () => {
    const path = await entrance();
    const answers = await Promise.all([get(path), get(path), get(path)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 403, 403]);
  });

  it('expires after a minute', async () => {
    const [inTime, tooLate] = [await entrance(), await entrance()];
    portal.context.clock.advance(59);
    expect((await get(inTime)).statusCode).toBe(303);
    portal.context.clock.advance(1);
    expect((await get(tooLate)).statusCode).toBe(403);
  });

  it.each([
    ['nothing', ''],
    ['something else', '?ticket=abc'],
    ['a known number with a forged signature', null],
    ['two tickets', '?ticket=a&ticket=b'],
  ])('refuses %s', async (_what, query) => {
    const path = await entrance();
    const forged = path.replace(/\.[\w-]{5}/, '.AAAAA');
    const answer = await get(query === null ? forged : `/learning/dc/enter${query}`);
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain('L’ouvrir à partir du portail');
    if (query === null) expect((await get(path)).statusCode).toBe(303);
  });

  it('of another system is refused', async () => {
    const path = await entrance();
    expect((await get(path.replace('/dc/', '/np/'))).statusCode).toBe(403);
  });

  it('is not used up by a HEAD request', async () => {
    const path = await entrance();
    await portal.app.inject({ method: 'HEAD', url: path });
    expect((await get(path)).statusCode).toBe(303);
  });

  it('leads to the requested exam space, or to the front page while that one is not synchronised', async () => {
    expect((await signOn({ course: 'DC-NEXT', language: 'en' })).landedAt).toBe(
      '/learning/dc/exams/DC-NEXT?lang=en',
    );
    expect((await signOn({ course: 'DC-SOON' })).landedAt).toBe('/learning/dc?lang=fr');
  });

  it('ends the previous visit of the browser', async () => {
    const { cookie } = await signOn();
    await get(await entrance({ key: 'g2' }), cookie);
    expect((await get('/learning/dc', cookie)).statusCode).toBe(403);
  });
});

describe('a candidate', () => {
  it('sees their own exam spaces, with dates in words and days left, and nobody else’s', async () => {
    const { cookie } = await signOn();
    const { statusCode, body, headers } = await get('/learning/dc?lang=fr', cookie);
    expect(statusCode).toBe(200);
    expect(body).toContain('Bonjour Zoé Côté');
    expect(body).toContain('href="/fr/my-exams"');
    expect(body).toContain('<a class="tool" href="/fr/home">Portail</a>');
    const ahead = (await get('/learning/dc/exams/DC-NEXT?lang=fr', cookie)).body;
    expect(ahead).toContain('<a href="/fr/my-exams">Aller à «\u00A0Mes examens\u00A0»</a>');
    for (const text of ['Aujourd’hui', 'vendredi 30\u00A0avril 2027', 'Dans 109 jours', 'Il y a 41 jours']) {
      expect(body).toContain(text);
    }
    expect(body).toContain('Prenez connaissance de l’heure et du lieu.');
    const course = (await get('/learning/dc/exams/DC-TODAY?lang=fr', cookie)).body;
    expect(course).toContain('<a href="/fr/my-exams">Écrivez-lui par le formulaire');
    for (const text of ['autrui', 'Émile', 'g2@guichet.test']) expect(body).not.toContain(text);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self';/);
    expect(body).not.toMatch(/<script|<style| style=| on\w+=/);
  });

  it('reads the pages in English too, with the English title of an exam that has one, and the toggle stays on the page', async () => {
    const { cookie } = await signOn();
    const front = (await get('/learning/dc?lang=en', cookie)).body;
    for (const title of ['Language proficiency', 'Rédaction']) expect(front).toContain(`>${title}</a>`);
    const french = (await get('/learning/dc?lang=fr', cookie)).body;
    expect(french).toContain('>Compétence langagière</a>');
    for (const body of [front, french]) expect(body).not.toContain(' / ');
    const { body } = await get('/learning/dc/exams/DC-NEXT?lang=en', cookie);
    expect(body).toContain('<html lang="en">');
    expect(body).toContain('<h1>Language proficiency</h1>');
    expect(body).toContain('Friday, April\u00A030, 2027');
    expect(body).toContain('href="/learning/dc/exams/DC-NEXT?lang=fr"');
  });

  it('cannot open the exam space of others, and is not told whether it exists', async () => {
    const { cookie } = await signOn();
    const [foreign, missing] = [
      await get('/learning/dc/exams/DC-OTHER', cookie),
      await get('/learning/dc/exams/DC-NONE', cookie),
    ];
    expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404]);
    expect(foreign.body.replaceAll('DC-OTHER', '')).toBe(missing.body.replaceAll('DC-NONE', ''));
  });

  it('sees an empty state while there is nothing yet', async () => {
    const { cookie } = await signOn({ key: 'g404' });
    const { body } = await get('/learning/dc', cookie);
    expect(body).toContain('Aucun espace d’examen pour l’instant');
    expect(body).toContain('aucune inscription à un examen de ce programme');
  });

  it('sees their name escaped', async () => {
    const { cookie } = await signOn({ key: 'g2' });
    const { body } = await get('/learning/dc', cookie);
    expect(body).toContain('&#60;img src=x onerror=alert(1)&#62;');
    expect(body).not.toContain('<img');
  });

  it('no longer sees a space that they were removed from', async () => {
    const course = await makeCourse('DC-GONE', 'Session annulée', '2027-06-01', ['g1']);
    const { cookie } = await signOn();
    expect((await get('/learning/dc', cookie)).body).toContain('Session annulée');
    await openBuiltin(portal.context).unenrol(course, ['g1', 'g404'], new AbortController().signal);
    expect((await get('/learning/dc', cookie)).body).not.toContain('Session annulée');
  });
});

describe('staff', () => {
  it('see all courses with their counts, and the people of each', async () => {
    const { cookie } = await signOn({ key: 'g9', isStaff: true });
    const { body } = await get('/learning/dc', cookie);
    expect(body).toContain('Épreuve d’autrui');
    const list = (await get('/learning/dc/exams/DC-TODAY', cookie)).body;
    expect(list).toContain('2 personnes inscrites');
    for (const text of ['Zoé Côté', 'g2@guichet.test', '&#60;img src=x']) expect(list).toContain(text);
    expect(list).not.toContain('<img');
  });

  it('see nothing of another system', async () => {
    await makeCourse('NP-1', 'Ailleurs', '2027-06-01', ['g1'], 4);
    const { cookie } = await signOn({ key: 'g9', isStaff: true });
    expect((await get('/learning/dc', cookie)).body).not.toContain('Ailleurs');
    expect((await get('/learning/dc/exams/NP-1', cookie)).statusCode).toBe(404);
    expect((await get('/learning/np', cookie)).statusCode).toBe(403);
  });

  it('page through a long list by family name', async () => {
    const keys = Array.from({ length: 101 }, (_, at) => `g${1000 + at}`);
    people.g1000 = { firstName: 'Zoë', lastName: 'Éthier' };
    people.g1001 = { firstName: 'Ana', lastName: 'Zyla' };
    await makeCourse('DC-LONG', 'Grand groupe', '2027-06-02', keys);
    const { cookie } = await signOn({ key: 'g9', isStaff: true });
    const first = (await get('/learning/dc/exams/DC-LONG', cookie)).body;
    expect(first).toContain('101 personnes inscrites');
    expect(first.indexOf('Zoë Éthier')).toBeLessThan(first.indexOf('P g1002'));
    expect(first).not.toContain('Ana Zyla');
    for (const page of ['2', '999']) {
      const last = (await get(`/learning/dc/exams/DC-LONG?page=${page}`, cookie)).body;
      expect(last).toContain('Ana Zyla');
      expect(last).toContain('Page 2 de 2');
    }
    expect((await get('/learning/dc/exams/DC-LONG?page=-1', cookie)).statusCode).toBe(200);
  });
});

describe('a visit', () => {
  it('ends after four hours', async () => {
    const { cookie } = await signOn();
    portal.context.clock.advance(4 * 60 * 60);
    const { statusCode, body } = await get('/learning/dc', cookie);
    expect(statusCode).toBe(403);
    expect(body).toContain('Votre visite a pris fin');
  });

  it('ends with the sign-out form, and the portal ends its own session', async () => {
    const { cookie } = await signOn();
    const page = (await get('/learning/dc', cookie)).body;
    const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const post = (payload: string) =>
      portal.app.inject({
        method: 'POST',
        url: '/learning/dc/leave',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      });
    for (const forged of ['', 'token=', `token=${token.slice(1)}x`]) {
      expect((await post(forged)).headers.location).toBe('/learning/dc');
      expect((await get('/learning/dc', cookie)).statusCode).toBe(200);
    }
    const left = await post(`token=${token}`);
    expect([left.statusCode, left.headers.location]).toEqual([303, '/logoutfrombs/3']);
    expect(setCookieOf(left)).toMatch(
      /^guichet-learning=; Max-Age=0; Path=\/learning\/dc;|Expires=Thu, 01 Jan 1970/,
    );
    expect((await get('/learning/dc', cookie)).statusCode).toBe(403);
  });

  it('is found by the number of the system and in any letter case, and redirected to one address', async () => {
    const { cookie } = await signOn();
    for (const url of ['/learning/3/exams/DC-NEXT?lang=en', '/Learning/DC/exams/DC-NEXT?lang=en']) {
      expect((await get(url, cookie)).headers.location).toBe('/learning/dc/exams/DC-NEXT?lang=en');
    }
  });
});

describe('an address without a page', () => {
  it.each([
    '/learning/nowhere',
    '/learning',
    '/learning/dc/exams',
    '/learning/dc/a/b',
    '/learning/999999999999',
  ])('%s is a page that says so', async (url) => {
    const { statusCode, body, headers } = await get(url, '', { 'accept-language': 'en' });
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain('This page does not exist');
  });

  it('serves style and icon under immutable names', async () => {
    const { body } = await get('/learning/nowhere');
    for (const [, file = ''] of body.matchAll(/href="(\/learning\/[\w-]+\.(?:css|svg))"/g)) {
      const { statusCode, headers } = await get(file);
      expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });
});
