import { checkAccess } from '@guichet/contract/access';
import { call } from '../../platform/call/call.ts';
import type { WantedPage } from '../../platform/wantedPage.ts';

/** Asks the server whether the person signed in may enter a page; where that cannot be learned, the answer is no. */
export async function mayEnter({ systemId, level }: WantedPage): Promise<boolean> {
  try {
    return await call(checkAccess, { body: { systemId: systemId ?? 0, accessLevel: level } });
  } catch {
    return false;
  }
}
