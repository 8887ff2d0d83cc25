import { cleanPath } from './settleAddress.ts';

/** The system in the return address of the learning platform, `/logoutfrombs/3`, with or without a language. */
export function leftSystemOf(pathname: string): number | null {
  const id = /^(?:\/(?:fr|en))?\/logoutfrombs\/([1-9]\d{0,8})$/.exec(cleanPath(pathname))?.[1];
  return id ? Number(id) : null;
}
