/**
 * Owns the views that staff save of their lists: filters and order under a name, each seen by its owner
 * alone. Does not know what a view's parameters mean: the pages write and read them.
 */

import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { SavedView, saveView as saving, ViewList } from '@guichet/contract/overview/views';
import { record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemsGrant } from '../../core/context/appContext.ts';
import { AppError } from '../../core/runtime/errors.ts';
import * as queries from './views.queries.ts';

export function listViews(
  { database }: AppContext,
  { identity }: SystemsGrant,
  list: ViewList,
): Promise<SavedView[]> {
  return queries.selectViews(database.read, identity.userId, list);
}

/** @throws AppError `view.tooMany` */
export function saveView(
  context: AppContext,
  grant: SystemsGrant,
  list: ViewList,
  { name, query }: BodyOf<typeof saving>,
): Promise<SavedView[]> {
  const { userId } = grant.identity;
  return write(context, grant, async (tx) => {
    await queries.lockOwner(tx, userId);
    const isChanged = await queries.upsertView(tx, { userId, list, name, query, now: context.clock.now() });
    const views = await queries.selectViews(tx, userId, list);
    if (!views.some((view) => view.name === name)) throw new AppError('view.tooMany');
    if (!isChanged) return unchanged(views);
    return record(views, { action: 'view.saved', subject: `user:${userId}`, detail: { view: name } });
  });
}

/** Deletes a view; does nothing if the view is not the caller's, or is gone. */
export function deleteView(
  context: AppContext,
  grant: SystemsGrant,
  { list, viewId }: { readonly list: ViewList; readonly viewId: number },
): Promise<SavedView[]> {
  const { userId } = grant.identity;
  return write(context, grant, async (tx) => {
    const name = await queries.deleteView(tx, { userId, list, viewId });
    const views = await queries.selectViews(tx, userId, list);
    if (name === null) return unchanged(views);
    return record(views, { action: 'view.deleted', subject: `user:${userId}`, detail: { view: name } });
  });
}
