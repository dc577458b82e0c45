export function untilThere(names: readonly string[], everyMs?: number): Promise<string | undefined>;
export function untilOneIsThere(sets: readonly (readonly string[])[], everyMs?: number): Promise<boolean>;
