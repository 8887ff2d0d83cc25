import type { AppContext } from '../../core/context/appContext.ts';
import type { WriteTx } from '../../core/database/database.ts';
import { chainOf } from '../tokens/tokenStore.ts';
import { deleteChain } from '../tokens/tokens.queries.ts';
import { platformOf } from './connectors.ts';
import { type PlatformRow, selectPlatforms } from './platforms.queries.ts';

/**
 * Deletes what came of the refresh token of a platform that is being removed, as its credentials. The chain goes by the
 * registration alone: it stays while another platform, or the settings, has the same one, which would lose its sign-in.
 */
export async function deleteTokensOf(context: AppContext, tx: WriteTx, row: PlatformRow): Promise<void> {
  const chain = chainOfPlatform(context, row);
  if (chain === null) return;
  const { brightspace } = context.config;
  const others = (await selectPlatforms(tx)).filter(({ id }) => id !== row.id);
  const used = others.map((other) => chainOfPlatform(context, other));
  if (brightspace) used.push(chainOf(context, brightspace));
  if (!used.includes(chain)) await deleteChain(tx, chain);
}

/** Null for a platform without a refresh token, and for one whose credentials nobody can decrypt any more. */
function chainOfPlatform(context: AppContext, row: PlatformRow): string | null {
  try {
    const { clientId, refreshToken } = platformOf(context, row).credentials;
    if (!clientId || !refreshToken) return null;
    return chainOf(context, { tokenUrl: context.config.brightspaceSignIn.tokenUrl, clientId, refreshToken });
  } catch {
    // A lost key must not keep a platform from being removed; tokens that nobody uses are deleted with the time.
    return null;
  }
}
