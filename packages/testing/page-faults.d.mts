export function pageFaults(): string[];
