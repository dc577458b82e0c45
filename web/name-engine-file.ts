import type { Plugin } from 'vite';

const ENGINE = /[\\/]features[\\/]player[\\/]shaka-engine\.ts$/;
const NAMED_IN = /[\\/]features[\\/]player[\\/]engine-file\.ts$/;

/**
 * Tells the server, whose build follows that of the client, how the engine's file is called, so that the watch page asks
 * for it with its first bytes and not after hydration.
 */
export function nameEngineFile(): Plugin {
  let file: string | undefined;
  return {
    name: 'name-engine-file',
    apply: 'build',
    sharedDuringBuild: true,
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return;
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => ENGINE.test(id))) file = chunk.fileName;
      }
      if (!file) this.error('the engine of the player has no file of its own');
    },
    transform(_code, id) {
      if (this.environment.name !== 'ssr' || !NAMED_IN.test(id)) return;
      return `export const engineFile = ${JSON.stringify(`/${file}`)};`;
    },
  };
}
