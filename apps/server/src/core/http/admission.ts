import type { Endpoint } from '@guichet/contract/core/endpoint';
import type { WindowPurpose } from '@guichet/contract/core/oneTimeTokens';
import type { FastifyRequest } from 'fastify';
import type { Grant, Identity } from '../context/appContext.ts';
import { AppError } from '../runtime/errors.ts';
import { isRecord, parseFields } from './bodies/requestBody.ts';
import { oneTimeTokenPath, readOneTimeToken } from './cookies.ts';
import { plainAddress } from './sockets/networkAddress.ts';

/** Authenticates and authorizes a request. The rooms access and sessions implement this. */
export interface Guard {
  /** The identity of a bearer token; null if it is missing or expired, or the session has ended. */
  identify(bearer: string | null): Promise<Identity | null>;
  /** The identity of a one-time token, which is then used up; null if it is invalid or for another path. */
  redeem(token: PresentedToken): Promise<Identity | null>;
  /** @throws AppError `session.missing`, `access.denied` or `system.notFound`. */
  admit(identity: Identity | null, access: Endpoint['access'], systemId: number | null): Promise<Grant>;
  now(): Date;
  /** Runs `work` under row-level security with the grant's tenant scope. */
  within<T>(grant: Grant, work: () => Promise<T>): Promise<T>;
}

type LevelAccess = Extract<Endpoint['access'], object>;

export interface PresentedToken {
  readonly token: string;
  readonly purpose: WindowPurpose;
  readonly path: string;
}

export interface Admission {
  readonly identity: Identity | null;
  readonly params: unknown;
  /** Null if the system is named in the body, which has not been read yet. */
  readonly grant: Grant | null;
  readonly address: string;
  readonly arrived: Date;
}

/** @throws AppError `session.missing`, `session.impersonating`, `account.passwordDue`, `factor.due`, and as parameters and `admit`. */
export async function admitEarly(
  guard: Guard,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Admission> {
  // Before any `await`: once the connection is gone, a socket has no address, whatever the types say.
  const address = plainAddress(request.ip ?? '');
  const arrived = guard.now();
  const identity = endpoint.access === 'public' ? null : await findIdentity(guard, endpoint, request);
  if (!identity && endpoint.access !== 'public') throw new AppError('session.missing');
  if (identity?.actor && endpoint.notWhileImpersonating) throw new AppError('session.impersonating');
  if (identity?.isPasswordDue && !endpoint.whilePasswordIsDue) throw new AppError('account.passwordDue');
  if (identity?.isFactorDue && !endpoint.whileFactorIsDue) throw new AppError('factor.due');
  const params = parseFields(endpoint.params, request.params);
  const systemId = systemNamedIn(params);
  const needsBody = typeof endpoint.access === 'object' && !endpoint.access.of && systemId === null;
  const admission = { identity, params, address, arrived };
  if (!needsBody) return { ...admission, grant: await guard.admit(identity, endpoint.access, systemId) };
  // The person must hold the level on at least one system.
  await guard.admit(identity, { ...(endpoint.access as LevelAccess), of: 'anySystem' }, null);
  return { ...admission, grant: null };
}

export function systemNamedIn(fields: unknown): number | null {
  return isRecord(fields) && typeof fields.systemId === 'number' ? fields.systemId : null;
}

/** A bearer header, even if invalid, excludes the one-time token. */
async function findIdentity(guard: Guard, { oneTimeToken: purpose }: Endpoint, request: FastifyRequest) {
  const token = readOneTimeToken(request);
  const hasHeader = request.headers.authorization !== undefined;
  if (purpose === undefined || token === null || hasHeader) return guard.identify(bearerOf(request));
  return guard.redeem({ token, purpose, path: oneTimeTokenPath(request.url) });
}

function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
