import { Day, instant, type Schema } from '@guichet/contract/core/endpoint';
import * as z from 'zod/mini';
import { perOwner } from '../../runtime/concurrency/keepLast.ts';

type Encode = (value: unknown) => unknown;

/** Returned for a value that the schema has to judge itself. */
const unlike = Symbol('unlike');
const dayPattern = z.core.regexes.date;
const encoderFor = perOwner(encoderOf);

/**
 * The same as `z.encode`: drops fields that the schema does not name, and throws for a value that does not fit. Plain shapes,
 * of which replies mostly consist, are walked here, several times as fast; the library encodes all others, and words the error.
 */
export function encodeReply(schema: Schema, value: unknown): unknown {
  const encoded = encoderFor(schema)(value);
  return encoded === unlike ? z.encode(schema, value as never) : encoded;
}

function encoderOf(schema: Schema): Encode {
  if (schema === instant) return encodeInstant;
  if (schema === Day)
    return (value) => (typeof value === 'string' && dayPattern.test(value) ? value : unlike);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.checks?.length) return byLibrary(schema);
  switch (def.type) {
    case 'string':
    case 'boolean':
      return 'check' in def ? byLibrary(schema) : (value) => (typeof value === def.type ? value : unlike);
    case 'number':
      if (!('check' in def)) return (value) => (Number.isFinite(value) ? value : unlike);
      return (def as z.core.$ZodNumberFormatDef).format === 'safeint'
        ? (value) => (Number.isSafeInteger(value) ? value : unlike)
        : byLibrary(schema);
    case 'enum':
    case 'literal': {
      const { values } = schema._zod;
      return values
        ? (value) => (values.has(value as z.core.util.Primitive) ? value : unlike)
        : byLibrary(schema);
    }
    case 'nullable': {
      const encode = encoderOf(def.innerType);
      return (value) => (value === null ? null : encode(value));
    }
    case 'optional':
    case 'default':
      return encoderOf(def.innerType);
    case 'array':
      return encodeItems(encoderOf(def.element));
    case 'object':
      return def.catchall ? byLibrary(schema) : encodeFields(def.shape);
    default:
      return byLibrary(schema);
  }
}

function byLibrary(schema: Schema): Encode {
  return (value) => {
    const result = z.safeEncode(schema, value as never);
    return result.success ? result.data : unlike;
  };
}

function encodeInstant(value: unknown): unknown {
  if (!(value instanceof Date)) return unlike;
  const year = value.getUTCFullYear();
  return year >= 0 && year <= 9999 ? value.toISOString() : unlike;
}

function encodeItems(encode: Encode): Encode {
  return (items) => {
    if (!Array.isArray(items)) return unlike;
    const encoded: unknown[] = [];
    for (const item of items) {
      const one = encode(item);
      if (one === unlike) return unlike;
      encoded.push(one);
    }
    return encoded;
  };
}

function encodeFields(shape: Readonly<Record<string, Schema>>): Encode {
  const fields = Object.entries(shape).map(
    ([name, schema]) => [name, encoderOf(schema), schema._zod.optout === 'optional'] as const,
  );
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return unlike;
    const encoded: Record<string, unknown> = {};
    for (const [name, encode, isOptional] of fields) {
      const field = (value as Record<string, unknown>)[name];
      if (field === undefined && isOptional) continue;
      const one = encode(field);
      if (one === unlike) return unlike;
      encoded[name] = one;
    }
    return encoded;
  };
}
