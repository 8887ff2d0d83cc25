import {
  type Access,
  type BodySpec,
  computeBodyLimit,
  type Endpoint,
  type ReplySpec,
  type Schema,
} from '@guichet/contract/core/endpoint';
import { Problem } from '@guichet/contract/core/errors';
import * as z from 'zod/mini';
import { version } from '../../runtime/version.ts';
import { oneTimeTokenCookie } from '../cookies.ts';

/** The OpenAPI 3.1 document of the served endpoints, generated from their definitions. */
export function describeApi(endpoints: readonly Endpoint[], publicUrl: string) {
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Guichet', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        ticket: { type: 'apiKey', in: 'cookie', name: oneTimeTokenCookie },
      },
      schemas: { Problem: jsonSchema(Problem, 'output') },
    },
  };
}

function operationOf(endpoint: Endpoint) {
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2]?.toLowerCase() ?? 'api'],
    'x-access': accessText(endpoint.access),
    ...(endpoint.machineOnly && { 'x-machine-only': endpoint.machineOnly }),
    security: securityOf(endpoint),
    parameters: [...parametersOf('path', endpoint.params), ...parametersOf('query', endpoint.query)],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: bodyContent(endpoint.body),
        'x-max-bytes': computeBodyLimit(endpoint),
      },
    }),
    responses: {
      200: { description: endpoint.summary, content: replyContent(endpoint.reply) },
      default: {
        description: 'Problem',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

function securityOf({ access, oneTimeToken }: Endpoint) {
  if (access === 'public') return [];
  return oneTimeToken ? [{ bearer: [] }, { ticket: [] }] : [{ bearer: [] }];
}

function accessText(access: Access): string {
  if (typeof access === 'string') return access;
  return access.of ? `${access.level} of any system` : `${access.level} of the system`;
}

function parametersOf(place: 'path' | 'query', schema: Schema | undefined) {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function bodyContent(body: BodySpec) {
  const schema = jsonSchema(body.schema, 'input');
  if (body.kind !== 'multipart') {
    const asForm = { 'application/x-www-form-urlencoded': { schema }, 'multipart/form-data': { schema } };
    return body.kind === 'form' ? asForm : { 'application/json': { schema } };
  }
  const { properties, required = [] } = schema as { properties?: object; required?: string[] };
  const withFile = {
    type: 'object',
    properties: { ...properties, file: { type: 'string', format: 'binary' } },
    required: body.file.required ? [...required, 'file'] : required,
  };
  return { 'multipart/form-data': { schema: withFile } };
}

function replyContent(reply: ReplySpec) {
  if (reply.kind === 'json') return { 'application/json': { schema: jsonSchema(reply.schema, 'input') } };
  if (reply.kind === 'events') return { 'text/event-stream': { schema: jsonSchema(reply.schema, 'input') } };
  if (reply.kind === 'file')
    return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  if (reply.kind === 'image') return { 'image/*': { schema: { type: 'string', format: 'binary' } } };
  if (reply.kind === 'calendar') return { 'text/calendar': { schema: { type: 'string' } } };
  return { [reply.kind === 'html' ? 'text/html' : 'text/plain']: { schema: { type: 'string' } } };
}

/** `input` is the wire format: codecs decode from it. */
function jsonSchema(schema: Schema, io: 'input' | 'output') {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
