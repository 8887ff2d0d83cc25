import type { Remark } from '@guichet/contract/learning/learning.remarks';
import * as z from 'zod/mini';
import { makeRemark, type PlatformFacts } from '../platformFacts.ts';
import { BrightspaceRefusal, type BrightspaceSite, Id, orAbsent } from './api.ts';
import { findOrgUnit, typeOf } from './orgUnits.ts';

/** https://docs.valence.desire2learn.com/res/orgunit.html#Org.Organization */
const Organization = z.object({ Name: z.string() });
const Role = z.object({ Identifier: Id });

export async function checkSite(site: BrightspaceSite): Promise<PlatformFacts> {
  const { call, settings, clock } = site;
  const { lp, le, time } = await site.readVersions();
  const { Name } = await call({ path: 'organization/info', answer: Organization });
  const asked = [
    async () => {
      const role = await orAbsent(call({ path: `roles/${settings.role}`, answer: Role }));
      const { role: id } = settings;
      return role ? null : makeRemark('noRole', { id });
    },
    async () => {
      const { template: id } = settings;
      const unit = id === null ? null : await findOrgUnit(site, id);
      const isOne = unit?.Type.Code === typeOf.template || unit?.Type.Code === typeOf.offering;
      return id === null || isOne ? null : makeRemark('noTemplate', { id });
    },
    async () => {
      const { semester: id } = settings;
      const unit = id === null ? null : await findOrgUnit(site, id);
      const isOne = unit?.Type.Code === typeOf.semester;
      return id === null || isOne ? null : makeRemark('noSemester', { id });
    },
  ];
  const problems: Remark[] = [];
  for (const ask of asked) {
    try {
      const problem = await ask();
      if (problem !== null) problems.push(problem);
    } catch (error) {
      if (!(error instanceof BrightspaceRefusal)) throw error;
      problems.push(permissionProblem(error));
    }
  }
  const secondsAhead = time ? Math.round((time.getTime() - clock.now().getTime()) / 1000) : undefined;
  return { product: `Brightspace (lp ${lp}, le ${le})`, site: Name, problems, secondsAhead };
}

export function permissionProblem({ route, message }: BrightspaceRefusal): Remark {
  return makeRemark('nopermissions', { name: route, said: message });
}
