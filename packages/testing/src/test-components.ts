import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type TestComponents = {
  kafkaVersion: string;
  kafkaFolder: string;
  nginxProgram: string;
  nginxVersion: string;
  /** Where a program lies: on the PATH, where our scripts put it, or where Go puts what it builds. */
  findProgram(name: string): string | undefined;
  /** Why these components are not all here, or nothing when they are. */
  lacking(names: readonly string[]): string | undefined;
};

const path = join(import.meta.dirname, '..', '..', '..', 'scripts', 'test-components.mjs');

/** What scripts/test-components.mjs, which runs on any Node, knows of the components that tests use. */
export const { findProgram, kafkaFolder, kafkaVersion, lacking, nginxProgram, nginxVersion } = (await import(
  pathToFileURL(path).href
)) as TestComponents;
