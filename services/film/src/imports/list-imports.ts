import { IMPORTS_MAX } from '@marquee/rules/imports';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FilmResources } from '../resources.ts';
import * as imports from './imports.ts';

/** The viewer's imports that can be undone [FLM-14:import]. */
export async function listImports(
  { db }: Pick<FilmResources, 'db'>,
  viewer: AccountViewer,
): Promise<imports.ImportWithCount[]> {
  return imports.list(db, viewer.accountId, IMPORTS_MAX);
}
