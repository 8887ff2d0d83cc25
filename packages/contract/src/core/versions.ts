import * as z from 'zod/mini';
import { instant } from './endpoint.ts';

/** The most versions kept of a text; the oldest version is deleted when another is saved. */
export const versionsKept = 100;

export const savedVersion = {
  id: z.int(),
  savedAt: instant,
  /** Null when the application itself wrote the version. */
  savedBy: z.nullable(z.string()),
};
