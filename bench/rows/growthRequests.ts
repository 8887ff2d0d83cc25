import { emailOf } from '../data/people.ts';
import type { SignedIn } from '../stage/signInAs.ts';

/** A cost in milliseconds, and the number of items returned. */
export interface Cost {
  readonly ms: number;
  readonly answered: number;
}

/** A request whose cost is compared with the size of the portal. */
export interface Job {
  readonly label: string;
  /** Sends the request once and returns the number of items. */
  prepare(client: SignedIn): Promise<() => Promise<number>>;
}

const search = (label: string, searchTerm: string): Job => ({
  label: `search: ${label}`,
  prepare: async (client) => async () => {
    const found = await client.post('/api/user/search', {
      filters: [{ searchTerm, pageSize: 25, pageIndex: 1 }],
      sortParams: { sortField: 'fullName', sortDirection: 1 },
    });
    return (found as { totalItems: number }).totalItems;
  },
});

const page = (label: string, path: string): Job => ({
  label,
  prepare: async (client) => async () => rowsOf(await client.get(path)),
});

export const requests: readonly Job[] = [
  search('one hit', emailOf(777)),
  search('a full name', 'zoe lavoie-kowalski'),
  search('one in thirty', 'lavoie'),
  search('two letters', 'ke'),
  search('none', 'qqqqqq'),
  {
    label: 'candidates of an exam',
    async prepare(client) {
      const [exam] = (await client.get('/api/cohort/3?showAllActive=true')) as { id: number }[];
      return async () => rowsOf(await client.get(`/api/user/3/${exam?.id}`));
    },
  },
  page('exams of a system', '/api/cohort/3?showAllActive=true'),
  page('audit page', '/api/audit?pageSize=50'),
  page('home', '/api/home'),
  page('list of systems', '/api/System'),
];

function rowsOf(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length;
  const lists = Object.values(answer as object).filter(Array.isArray);
  return Math.max(1, ...lists.map((list) => list.length));
}

/** In milliseconds: below that, a request mostly costs the round trip to the server. */
const noticeableMs = 5;
const allowed = 2;

/** A description, when the cost has grown more than twice as fast as the number of items. */
export function grown(label: string, sizes: string, line: ReadonlyMap<number, Cost>): string[] {
  const [small, large] = [[...line][0], [...line].at(-1)];
  if (!small || !large || large[1].ms < noticeableMs) return [];
  const cost = large[1].ms / Math.max(small[1].ms, noticeableMs / 2);
  const answered = Math.max(1, large[1].answered / Math.max(1, small[1].answered));
  if (cost <= allowed * answered) return [];
  return [
    `${label}: ${cost.toFixed(1)} times the cost for ${answered.toFixed(1)} times the answer, from ${small[0]} to ${large[0]} ${sizes}`,
  ];
}
