import { toSignInButtons } from '@guichet/contract/identity/federation.providers';
import type { AppContext } from '../../../core/context/appContext.ts';
import { withDeadline } from '../../../core/runtime/concurrency/deadline.ts';
import { listProviders } from './providers.ts';

/** How long a process trusts what it has read, and how long a page waits for it. */
const keptMilliseconds = 1000;
const timeoutMilliseconds = 500;

const kept = new WeakMap<AppContext, { readonly text: string; readonly readAt: number }>();

/** The buttons of the sign-in page as JSON, '' for none; while the database does not answer, the last known ones. */
export async function describeButtons(context: AppContext): Promise<string> {
  const now = context.clock.now().getTime();
  const known = kept.get(context);
  if (known && Math.abs(now - known.readAt) < keptMilliseconds) return known.text;
  const last = () => known?.text ?? '';
  const text = await withDeadline(timeoutMilliseconds, readButtons(context).catch(last), last);
  kept.set(context, { text, readAt: now });
  return text;
}

async function readButtons({ database }: AppContext): Promise<string> {
  const buttons = toSignInButtons(await listProviders(database.read));
  return buttons.length === 0 ? '' : JSON.stringify(buttons);
}
