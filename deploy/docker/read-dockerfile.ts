export type Instruction = { name: string; value: string };
export type Stage = { base: string; name: string | undefined; instructions: Instruction[] };

/** The stages of a Dockerfile, with continued lines joined and without comments. */
export function readDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name = '', value = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') {
      const [, base = '', as] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(value) ?? [];
      stages.push({ base, name: as, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, value });
  }
  return stages;
}

/** The values of one instruction of a stage. */
export function valuesOf(stage: Stage | undefined, name: string): string[] {
  return stage?.instructions.filter((instruction) => instruction.name === name).map(({ value }) => value) ?? [];
}

/** The variables that ENV sets. */
export function environmentOf(stage: Stage | undefined): Record<string, string> {
  const pairs = valuesOf(stage, 'ENV').flatMap((value) => value.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}
