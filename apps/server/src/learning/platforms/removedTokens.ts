import type { AppContext, WriteTx } from '../../core/context/appContext.ts';
import { computeChainKey } from '../tokens/tokenStore.ts';
import { deleteChain } from '../tokens/tokens.queries.ts';
import { toRegisteredPlatform } from './connectors.ts';
import { type PlatformRow, selectPlatforms } from './platforms.queries.ts';

/**
 * Deletes the tokens that come from a removed platform's refresh token. Another platform, or the settings,
 * may have the same registration and so the same chain, which then stays: without it they would lose their
 * sign-in.
 */
export async function deletePlatformTokens(
  context: AppContext,
  tx: WriteTx,
  row: PlatformRow,
): Promise<void> {
  const chain = chainOfPlatform(context, row);
  if (chain === null) return;
  const { brightspace } = context.config;
  const others = (await selectPlatforms(tx)).filter(({ id }) => id !== row.id);
  const used = others.map((other) => chainOfPlatform(context, other));
  if (brightspace) used.push(computeChainKey(context, brightspace));
  if (!used.includes(chain)) await deleteChain(tx, chain);
}

/** Null for a platform without a refresh token, or with credentials that nobody can decrypt any more. */
function chainOfPlatform(context: AppContext, row: PlatformRow): string | null {
  try {
    const { clientId, refreshToken } = toRegisteredPlatform(context, row).credentials;
    if (!clientId || !refreshToken) return null;
    return computeChainKey(context, {
      tokenUrl: context.config.brightspaceSignIn.tokenUrl,
      clientId,
      refreshToken,
    });
  } catch {
    // A lost key must not keep a platform from being removed; unused tokens are deleted in time.
    return null;
  }
}
