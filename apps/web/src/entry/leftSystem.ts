import { cleanPath } from './settleAddress.ts';

/** The system whose learning platform was left for this address, `/logoutfrombs/3`, also with a language before it. */
export function leftSystemOf(pathname: string): number | null {
  const id = /^(?:\/(?:fr|en))?\/logoutfrombs\/([1-9]\d{0,8})$/.exec(cleanPath(pathname))?.[1];
  return id ? Number(id) : null;
}
