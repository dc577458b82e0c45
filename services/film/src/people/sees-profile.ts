import { isId } from '@marquee/data/ids';
import type { Viewer } from '@marquee/runtime/viewer';
import type { Queryable } from '../films/films.ts';
import * as blocks from './blocks.ts';
import * as people from './people.ts';

/**
 * Whether a viewer sees what a person shows on their profile: their own, or a public one of somebody who is not suspended,
 * without a block between them [SET-08].
 */
export async function seesProfile(db: Queryable, viewer: Viewer, personId: string): Promise<boolean> {
  if (!isId(personId)) return false;
  const viewerId = viewer.kind === 'account' ? viewer.accountId : '';
  if (viewerId === personId) return true;
  if (await people.isHidden(db, personId)) return false;
  return viewerId === '' || !(await blocks.isBetween(db, personId, viewerId));
}
