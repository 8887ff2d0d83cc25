import * as z from 'zod/mini';
import { endpoint, events } from '../core/endpoint.ts';
import { importId } from './imports.ts';

/** The most progress streams that a person may have open. */
export const progressStreams = 3;

/** Goes from `reading` to `done` or `refused`; `rows` counts the rows while they are read. */
export const Progress = z.object({
  phase: z.enum(['waiting', 'reading', 'writing', 'done', 'refused']),
  rows: z.int(),
  /** Fraction of the file that has been read, 0 to 1. */
  share: z.number(),
  imported: z.nullable(z.int()),
});
export type Progress = z.infer<typeof Progress>;

export const watchImport = endpoint('GET /api/import/:importId/progress', {
  summary:
    "Streams the progress of one of the caller's imports, waiting up to a minute for it to begin. At most three streams per person.",
  access: 'signedIn',
  params: z.object({ importId }),
  reply: events(Progress),
});
