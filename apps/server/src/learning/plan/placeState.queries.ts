import type { placeStates } from '@guichet/contract/learning/learning.states';
import { sql } from 'kysely';

/** The state of a place `p` of `platform_enrolments`; until the platform has the course, the course's. */
export const placeState = sql<(typeof placeStates)[number] | null>`coalesce((
  select case k.state when 'failed' then 'courseFailed' else k.state end
  from platform_courses k
  where k.system_id = p.system_id and k.course_id = p.course_id and k.external_id is null
    and k.state in ('failed', 'waiting') and p.state in ('pending', 'waiting')), p.state)`;
