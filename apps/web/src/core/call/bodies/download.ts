import '../zodSettings.ts';
import type { Endpoint } from '@guichet/contract/core/endpoint';
import { useMutation } from '@tanstack/react-query';
import { readFailure } from '../CallFailed.ts';
import type { CallInput } from '../input.ts';
import { send } from '../send.ts';

export type Filing = Endpoint & { reply: { kind: 'file' } };

/** Downloads a file and saves it under the name from the server, or else `guichet`. */
export async function download<E extends Filing>(endpoint: E, input: CallInput<E>): Promise<void> {
  const answer = await send(endpoint, input);
  if (!answer.ok) throw readFailure(answer, await answer.json().catch(() => undefined));
  saveFile(await answer.blob(), fileNameOf(answer) ?? 'guichet');
}

export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // Revoked later, since some browsers start to read only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function fileNameOf(answer: Response): string | null {
  const header = answer.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/i.exec(header)?.[1] ?? null);
}

export function useDownload<E extends Filing>(endpoint: E) {
  return useMutation({ mutationFn: (input: CallInput<E>) => download(endpoint, input) });
}
