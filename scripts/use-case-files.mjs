// A use case speaks neither SQL nor protobuf: stores hold the statements, and rpc files, messages and clients the contracts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './generated.mjs';
import { repositoryFiles } from './machine-traces.mjs';

const SERVICE_SOURCE = /^services\/[^/]+\/src\/(?!.*(?:\.test\.ts|\/testing\/|\/seed\/)).*\.ts$/;
/** What is asked of a use case is a schema. */
const SCHEMA = /^export const \w+Schema = /m;
const RULES = [
  { found: /\.query[<(]/, problem: 'has a statement; move it to a store' },
  { found: /from '@marquee\/contracts\/[^']+_pb'/, problem: 'imports a contract; convert in its rpc file or a client' },
];

/** The use cases with SQL or protobuf in them. */
export async function useCaseProblems() {
  const files = repositoryFiles().filter((path) => SERVICE_SOURCE.test(path));
  return files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    if (!SCHEMA.test(text)) return [];
    return RULES.filter(({ found }) => found.test(text)).map(({ problem }) => `${path} ${problem}`);
  });
}
