import * as z from 'zod/mini';
import { instant } from './wire.ts';

/** Versions kept of one text; the oldest is deleted when another is saved. */
export const versionsKept = 100;

export const savedVersion = {
  id: z.int(),
  savedAt: instant,
  /** Null when the application itself wrote it. */
  savedBy: z.nullable(z.string()),
};
