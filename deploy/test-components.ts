import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type TestComponents = { kafkaVersion: string; kafkaFolder: string; findProgram(name: string): string | undefined };

/** What scripts/test-components.mjs, which runs on any Node, knows of the components that tests use. */
export async function testComponents(): Promise<TestComponents> {
  const path = join(import.meta.dirname, '..', 'scripts', 'test-components.mjs');
  return (await import(pathToFileURL(path).href)) as TestComponents;
}
