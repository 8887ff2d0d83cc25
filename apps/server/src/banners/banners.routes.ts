import { getBanner, removeBanner, saveBanner } from '@guichet/contract/banners';
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import * as banners from './banners.service.ts';

export function bannersRoutes(serve: Serve, house: House): void {
  serve(getBanner, async ({ params, query }) => {
    const { version, ...picture } = await banners.getBanner(house.database.read, params.systemId);
    return { ...picture, isNamed: query.v === version };
  });

  serve(saveBanner, ({ body, file }, grant) => banners.saveBanner(house, grant, body, file));

  serve(removeBanner, (_request, grant) => banners.removeBanner(house, grant));
}
