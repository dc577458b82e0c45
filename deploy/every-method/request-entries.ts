import type { Values } from './call.ts';
import type { Scene } from './scene.ts';

/** What the names of its fields do not say of a method's valid request, with the reason, by the method's full name. */
export type RequestEntries = Record<string, { why: string; values(scene: Scene): Promise<Values> }>;
