import * as z from 'zod/mini';
import { endpoint, json } from '../core/endpoint.ts';
import { keptColumnsMax, listValueMaxLength } from '../core/listValues.ts';

export const listKeptColumns = endpoint('GET /api/cohort/:systemId/:examId/listcolumns', {
  summary: 'Lists the columns of its lists that an exam keeps, which texts name as {{list.Column}}.',
  access: { level: 'admin' },
  reply: json(z.array(z.string())),
});

const value = z
  .string()
  .check(z.trim(), z.maxLength(listValueMaxLength, 'maxLength'), z.regex(/^\P{Cc}*$/u, 'invalid'));

export const correctListValues = endpoint('POST /api/cohort/:systemId/:examId/listvalues/:userId', {
  summary: 'Corrects what lists say of a candidate, by column; an empty text takes the value away.',
  access: { level: 'admin' },
  body: json(
    z.object({
      listValues: z
        .record(z.string().check(z.maxLength(100)), value)
        .check(z.refine((values) => Object.keys(values).length <= keptColumnsMax, 'invalid')),
    }),
  ),
  reply: json(z.literal(true)),
});
