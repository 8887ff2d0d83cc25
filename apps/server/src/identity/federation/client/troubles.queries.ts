import { prepare } from '../../../core/database/connection/prepared.ts';

/** Values: provider, the refusal as JSON, and until when the same one is news. */
export const notingRefusal = prepare<never>(`
  update identity_providers set last_refusal = $2::jsonb
  where id = $1 and (last_refusal is null or last_refusal - 'at' <> $2::jsonb - 'at' or last_refusal ->> 'at' < $3)`);

export const notingReply = prepare<never>(
  'update identity_providers set last_refusal = null where id = $1 and last_refusal is not null',
);

/** Values: provider, the groups as JSON, and until when others are news. */
export const notingGroups = prepare<never>(`
  update identity_providers set last_groups = $2::jsonb
  where id = $1 and (last_groups is null or last_groups ->> 'at' < $3)`);
