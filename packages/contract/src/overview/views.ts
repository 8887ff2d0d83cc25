import * as z from 'zod/mini';
import { anySupport, endpoint, id, json } from '../core/endpoint.ts';

/** The lists whose views are saved; a view of candidates fits every exam. */
export const viewLists = ['users', 'candidates', 'outbox', 'audit'] as const;
export const ViewList = z.enum(viewLists);
export type ViewList = z.infer<typeof ViewList>;

export const mostViews = 30;

/** Filters and order of a list, under a name given by the owner, who alone sees them. */
export const SavedView = z.object({
  id: z.int(),
  name: z.string(),
  /** The parameters of the page's address, such as `state=failed&q=zoe`. */
  query: z.string(),
});
export type SavedView = z.infer<typeof SavedView>;

const reply = json(z.array(SavedView));

export const listViews = endpoint('GET /api/views/:list', {
  summary: "Lists the caller's own saved views of a list, oldest first.",
  access: anySupport,
  params: z.object({ list: ViewList }),
  reply,
});

export const viewNameLength = 60;

/** Replaces a view of the same name. */
export const saveView = endpoint('POST /api/views/:list', {
  summary: 'Saves filters and order of a list under a name, for the caller alone.',
  access: anySupport,
  notWhileImpersonating: true,
  params: z.object({ list: ViewList }),
  body: json(
    z.object({
      name: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(viewNameLength, 'maxLength')),
      query: z.string().check(z.maxLength(2000)),
    }),
  ),
  reply,
});

export const deleteView = endpoint('DELETE /api/views/:list/:viewId', {
  summary: "Deletes a saved view of the caller's own; another person's is left as it is.",
  access: anySupport,
  notWhileImpersonating: true,
  params: z.object({ list: ViewList, viewId: id }),
  reply,
});
