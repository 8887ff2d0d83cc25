import * as z from 'zod/mini';
import { ConnectorError, makeRemark } from '../connector.ts';
import { parseJson, sendRequest } from '../http.ts';

/** `lp`: users, courses, enrolments; `le`: copies of courses, quizzes, grades. */
export type Product = 'lp' | 'le';
export interface Versions extends Readonly<Record<Product, string>> {
  /** The clock of the site's web server, where it tells. */
  readonly time: Date | null;
}

/** The oldest version with all fields that the portal sends, and the newest whose documents were read. */
const known = { lp: ['1.28', '1.53'], le: ['1.47', '1.92'] } as const;

/** https://docs.valence.desire2learn.com/res/apiprop.html#Version.ProductVersions */
const Offered = z.array(z.object({ ProductCode: z.string(), SupportedVersions: z.array(z.string()) }));

/** The newest version of each product that both sides know; this call needs no sign-in. */
export async function readVersions(
  fetchSite: typeof fetch,
  url: string,
  signal: AbortSignal,
): Promise<Versions> {
  const { text, headers } = await sendRequest(
    fetchSite,
    `${url}/d2l/api/versions/`,
    { method: 'GET', headers: { accept: 'application/json' } },
    { seconds: 20, signal },
  );
  const answer = Offered.safeParse(parseJson(text));
  if (!answer.success) throw new ConnectorError('notData', 'later');
  const newest = (product: Product): string => {
    const [oldest, latest] = known[product];
    const offered = answer.data.find(({ ProductCode }) => ProductCode === product)?.SupportedVersions ?? [];
    const usable = offered.filter((version) => isIn(version, oldest, latest)).sort(compare);
    const version = usable.at(-1);
    if (version) return version;
    throw new ConnectorError(makeRemark('oldBrightspace', { product, oldest, latest }), 'later');
  };
  const time = new Date(headers.get('date') ?? Number.NaN);
  return { lp: newest('lp'), le: newest('le'), time: Number.isNaN(time.getTime()) ? null : time };
}

function isIn(version: string, oldest: string, latest: string): boolean {
  return compare(version, oldest) >= 0 && compare(version, latest) <= 0;
}

/** 1.9 comes before 1.10. */
function compare(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}
