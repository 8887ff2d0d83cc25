import {
  changeMailFrames,
  changeSystem,
  createSystem,
  findSystemBySlug,
  listMailFrames,
  listSystems,
  setArchived,
} from '@guichet/contract/systems/systems';
import { findInvitationCalendar, setInvitationCalendar } from '@guichet/contract/systems/systems.calendar';
import { getLogo, removeLogo, saveLogo } from '@guichet/contract/systems/systems.logo';
import { findOffice } from '@guichet/contract/systems/systems.office';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import { createSystemWithDefaults, type InitDefaults } from './createSystem.ts';
import * as frames from './frames.ts';
import * as logo from './logo/logo.ts';
import * as queries from './systems.queries.ts';
import * as systems from './systems.service.ts';
import { setArchived as archive, type CountComingExams } from './systems.service.ts';

export interface OfHigherRooms {
  /** The functions that insert the defaults of a new system, one function for each room. */
  readonly defaults: readonly InitDefaults[];
  readonly countComingExams: CountComingExams;
}

export function systemsRoutes(serve: Serve, context: AppContext, higher: OfHigherRooms): void {
  const { database } = context;
  serve(listSystems, async () => [...(await queries.listSystems(database.read))]);

  serve(createSystem, ({ body }, grant) => createSystemWithDefaults(context, grant, body, higher.defaults));

  serve(changeSystem, ({ body }, grant) => systems.changeSystem(context, grant, body));

  serve(setArchived, ({ body }, grant) => archive(context, grant, body.isArchived, higher.countComingExams));

  serve(listMailFrames, (_request, grant) => frames.listMailFrames(context, grant));

  serve(changeMailFrames, ({ body }, grant) => frames.changeMailFrames(context, grant, body));

  serve(getLogo, async ({ params, query }) => {
    const { id, ...picture } = await logo.getLogo(database.read, params.systemId);
    return { ...picture, isNamed: query.v === String(id) };
  });

  serve(saveLogo, ({ file }, grant) => logo.saveLogo(context, grant, file));

  serve(removeLogo, (_request, grant) => logo.removeLogo(context, grant));

  serve(findInvitationCalendar, async (_request, { systemId }) => ({
    isAttached: await queries.selectInvitationCalendar(database.read, systemId),
  }));

  serve(setInvitationCalendar, ({ body }, grant) =>
    systems.setInvitationCalendar(context, grant, body.isAttached),
  );

  serve(findOffice, ({ query }) => systems.findOffice(context, query.systemId ?? null));

  serve(findSystemBySlug, async ({ params }) => {
    const system = await queries.selectSystemBySlug(database.read, params.slug.toLowerCase());
    return system ? { systemId: system.id, slug: system.slug, landing: system.landing } : null;
  });
}
