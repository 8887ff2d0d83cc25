import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@guichet/contract/core/endpoint';

const contractFolder = join(import.meta.dirname, '../../../packages/contract/src');

/** Every endpoint of the contract with its export name. */
export async function listEndpoints(): Promise<[string, Endpoint][]> {
  const files = readdirSync(contractFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .sort();
  const modules = await Promise.all(
    files.map((file) => import(join(contractFolder, file)) as Promise<object>),
  );
  return modules.flatMap((module) => Object.entries(module)).filter(([, value]) => isEndpoint(value));
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}
