import { deleteView, listViews, saveView } from '@guichet/contract/overview/views';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as views from './views.service.ts';

export function viewsRoutes(serve: Serve, context: AppContext): void {
  serve(listViews, ({ params }, grant) => views.listViews(context, grant, params.list));

  serve(saveView, ({ params, body }, grant) => views.saveView(context, grant, params.list, body));

  serve(deleteView, ({ params }, grant) => views.deleteView(context, grant, params));
}
