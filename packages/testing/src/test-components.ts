import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type TestComponents = {
  kafkaVersion: string;
  kafkaFolder: string;
  nginxProgram: string;
  nginxVersion: string;
  /** The path of a program: on the PATH, or where our scripts or Go install it. */
  findProgram(name: string): string | undefined;
  /** Why some of these components are missing; undefined when none is. */
  lacking(names: readonly string[]): string | undefined;
};

const path = join(import.meta.dirname, '..', '..', '..', 'scripts', 'test-components.mjs');

/** The types of scripts/test-components.mjs, which runs on any Node. */
export const { findProgram, kafkaFolder, kafkaVersion, lacking, nginxProgram, nginxVersion } = (await import(
  pathToFileURL(path).href
)) as TestComponents;
