import { findBroadcast, getBroadcast, saveBroadcast } from '@guichet/contract/systems/broadcast';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as broadcast from './broadcast.service.ts';

export function broadcastRoutes(serve: Serve, context: AppContext): void {
  serve(findBroadcast, async () => ({ shown: await broadcast.findBroadcast(context) }));

  serve(getBroadcast, () => broadcast.getBroadcast(context));

  serve(saveBroadcast, ({ body }, grant) => broadcast.saveBroadcast(context, grant, body));
}
