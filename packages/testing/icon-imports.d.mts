/** @returns the source with as many lines as before */
export function importIconsAlone(source: string): string;
