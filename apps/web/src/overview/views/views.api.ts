import {
  deleteView,
  listViews,
  type SavedView,
  saveView,
  type ViewList,
} from '@guichet/contract/overview/views';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';

/** The saved views of a list, sorted by name. */
export function viewsOptions(list: ViewList) {
  return queryOptions({
    queryKey: ['views', list],
    queryFn: ({ signal }) => call(listViews, { params: { list }, signal }),
    select: (views) => views.toSorted((one, other) => one.name.localeCompare(other.name)),
  });
}

export function useSaveView(list: ViewList) {
  return useMutation({
    mutationFn: (body: Pick<SavedView, 'name' | 'query'>) => call(saveView, { params: { list }, body }),
  });
}

export function useDeleteView(list: ViewList) {
  return useMutation({ mutationFn: (viewId: number) => call(deleteView, { params: { list, viewId } }) });
}
