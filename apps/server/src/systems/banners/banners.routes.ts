import { getBanner, removeBanner, saveBanner } from '@guichet/contract/systems/banners';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as banners from './banners.service.ts';

export function bannersRoutes(serve: Serve, context: AppContext): void {
  serve(getBanner, async ({ params, query }) => {
    const { version, ...picture } = await banners.getBanner(context.database.read, params.systemId);
    return { ...picture, isNamed: query.v === version };
  });

  serve(saveBanner, ({ body, file }, grant) => banners.saveBanner(context, grant, body, file));

  serve(removeBanner, (_request, grant) => banners.removeBanner(context, grant));
}
