import { createExamSpace } from '@guichet/contract/exams';
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import * as exams from './exams.service.ts';

export function examsRoutes(serve: Serve, house: House): void {
  serve(createExamSpace, ({ body }, grant) => exams.createExamSpace(house, grant, body));
}
