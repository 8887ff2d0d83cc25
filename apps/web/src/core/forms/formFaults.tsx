import type { Schema } from '@guichet/contract/core/endpoint';
import { type ReactNode, useCallback } from 'react';
import { Alert } from '../../ui/states/Notice.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { findFaults } from '../call/buildRequest.ts';
import { CallFailed } from '../call/CallFailed.ts';
import { type TextKey, useT } from '../i18n/useT.ts';
import { useWaitText } from './useWaitText.ts';

/** Whether the form's fields show the failure, so that no further text is needed. */
export function isToldAtFields(failure: unknown): failure is CallFailed {
  return failure instanceof CallFailed && failure.errors.length > 0;
}

export interface TypedForm<Body extends object> {
  /** Checks the present value; without a schema, an error disappears once the value is another one. */
  readonly schema?: Schema;
  /** The body of the refused call; null before the first call. */
  readonly sent: Body | null | undefined;
  readonly now: Body;
}

/**
 * The error of each field after a refused submit, and none before (S5.1). An error disappears once the
 * present value is valid or, if only the server finds such errors, once the value differs. A field that ends
 * with a full stop stands for all below it.
 */
export function useFieldFaults<Body extends object>(
  failure: unknown,
  form: TypedForm<Body>,
): (field: string) => ReactNode {
  const validationText = useValidationText();
  const told = isToldAtFields(failure) ? failure.errors : [];
  const faults = [...new Set(told.map(({ path }) => path))].flatMap((path) => faultsNow(told, path, form));
  return (field) => {
    const limits = new Map(
      faults.filter(({ path }) => isAt(path, field)).map(({ messageKey, limit }) => [messageKey, limit]),
    );
    if (limits.size === 0) return null;
    return [...limits].map(([key, limit]) => (
      <span key={key} className="block">
        {validationText(key, field, limit)}
      </span>
    ));
  };
}

/** `useFieldFaults` for the form of a call: `now` is the body that the call would send. */
export function useCallFaults<Body extends object>(
  { error, variables }: { readonly error: unknown; readonly variables: { readonly body: Body } | undefined },
  { body: { schema } }: { readonly body: { readonly schema: Schema } },
  now: Body,
) {
  return useFieldFaults(error, { schema, sent: variables?.body, now });
}

const isAt = (path: string, field: string) => (field.endsWith('.') ? path.startsWith(field) : path === field);

function faultsNow<Body extends object>(
  told: CallFailed['errors'],
  path: string,
  { schema, sent, now }: TypedForm<Body>,
): CallFailed['errors'] {
  const at = (fault: { path: string }) => fault.path === path;
  if (schema && findFaults(schema, sent ?? {}).some(at)) return findFaults(schema, now).filter(at);
  const isSame = JSON.stringify(valueAt(sent, path)) === JSON.stringify(valueAt(now, path));
  return isSame ? told.filter(at) : [];
}

function valueAt(body: object | null | undefined, path: string): unknown {
  return body && Reflect.get(body, path.split('.', 1)[0] ?? '');
}

/**
 * Makes the properties of the field for a text of a form.
 * @param change stores the text that is typed
 * @param faultsAt from `useFieldFaults`; a text that is read as a list shows the faults of its parts
 */
export function bindText<Draft extends object>(
  draft: Draft,
  change: (patch: Partial<Draft>) => void,
  faultsAt: (field: string) => ReactNode,
) {
  return <Name extends keyof Draft & string>(name: Name) => ({
    name,
    autoComplete: 'off',
    value: String(draft[name] ?? ''),
    error: faultsAt(name) ?? faultsAt(`${name}.`),
    onChange: ({ target }: { target: { value: string } }) =>
      change({ [name]: target.value } as Partial<Draft>),
  });
}

/** The text for a failed call: the server's own, or that it did not answer, or a general text. */
export function useFailureText(): (failure: unknown) => string {
  const t = useT();
  const waitText = useWaitText();
  return useCallback(
    (failure) => {
      if (!(failure instanceof CallFailed)) return t('Failure.Unknown');
      if (failure.code === 'network') return t('Failure.Network');
      if (failure.code === 'request.tooMany' && failure.retryAfter !== null)
        return `${failure.detail} ${waitText(failure.retryAfter)}`;
      return failure.detail || t('Failure.Unknown');
    },
    [t, waitText],
  );
}

/** Why a call failed, scrolled into view; nothing without a failure. In a form right above the buttons. */
export function FailureNotice({ failure }: { failure: unknown }) {
  const failureText = useFailureText();
  if (!failure || isToldAtFields(failure)) return null;
  return (
    <div ref={bringIntoView} className="scroll-my-4">
      <Alert>{failureText(failure)}</Alert>
    </div>
  );
}

// Runs once per failure: the notice is unmounted while a call is repeated.
function bringIntoView(place: HTMLElement | null): void {
  place?.scrollIntoView({ block: 'nearest' });
}

type NameIn<Key> = Key extends `Validation.${infer Name}` ? Name : never;

/** The text of a message key (S5), by field when there is one, with the exceeded limit; else the key. */
export function useValidationText(): (messageKey: string, field?: string, limit?: number) => string {
  const t = useT();
  return (messageKey, field = '', limit) => {
    if (messageKey === 'maxLength' && limit !== undefined) return t('Validation.tooLong', { limit });
    const names = [`${messageKey}.${field}`, messageKey];
    // Without a text, `t` returns its key.
    const name = names.find((name) => t(`Validation.${name as NameIn<TextKey>}`) !== `Validation.${name}`);
    return name ? t(`Validation.${name as NameIn<TextKey>}`) : messageKey;
  };
}

/** Shows a failed call in a toast, where nothing on the screen has room for it. */
export function useTellFailure(): (failure: unknown) => void {
  const failureText = useFailureText();
  return (failure) => showToast({ tone: 'danger', text: failureText(failure) });
}
