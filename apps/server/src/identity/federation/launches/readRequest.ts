import type { FastifyRequest } from 'fastify';

/** The form of a provider’s id; an address can name anything. */
export const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function readProviderId({ params }: Pick<FastifyRequest, 'params'>): string {
  return (params as { readonly providerId: string }).providerId.toLowerCase();
}

/** Reads the fields of a form or a query, '' for what is absent or comes twice. */
export function textsIn(fields: unknown): (name: string) => string {
  const named = (fields ?? {}) as Readonly<Record<string, unknown>>;
  return (name) => {
    const value = Object.hasOwn(named, name) ? named[name] : '';
    return typeof value === 'string' ? value : '';
  };
}
