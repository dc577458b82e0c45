import type { FestivalWrite } from '../resources.ts';
import * as actions from './organization-actions.ts';
import { organizationChanged, organizationPicturesChanged } from './organization-events.ts';
import { type OrganizationPicture, shownPictures } from './organization-pictures.ts';
import * as organizations from './organizations.ts';

type Facts = { kind: actions.OrganizationActionKind; actorId: string | null; reason?: string };

/** Writes changes of a locked organization, what they are in its history, and the events that they are. */
export async function saveOrganization(
  { tx, clock, emit, touch }: Pick<FestivalWrite, 'tx' | 'clock' | 'emit' | 'touch'>,
  before: organizations.Organization,
  changes: organizations.OrganizationChanges,
  facts: Facts,
): Promise<organizations.NamedOrganization> {
  const now = clock.now();
  const changed = changesBetween(before, changes);
  if (changed.length > 0) {
    const saved = await organizations.update(tx, before.id, { ...changes, updatedAt: now });
    await actions.append(tx, { festivalId: before.id, ...facts, changes: changed, now });
    if (PICTURES.some((field) => field in changes)) {
      await emit(organizationPicturesChanged(saved, shownPictures(saved)));
    }
    await emit(organizationChanged(saved, before.url));
    touch('organization', saved);
  }
  return organizations.get(tx, before.id);
}

const PICTURES = ['organizationLogo', 'headerImage'] as const;

/** The fields that are different afterwards, as texts. */
function changesBetween(
  before: organizations.Organization,
  changes: organizations.OrganizationChanges,
): actions.FieldChange[] {
  return (Object.keys(changes) as (keyof organizations.OrganizationChanges)[]).flatMap((field) => {
    const [was, is] = [textOf(before[field]), textOf(changes[field])];
    return was === is ? [] : [{ field, before: was, after: is }];
  });
}

const textOf = (value: unknown): string =>
  value && typeof value === 'object' ? ((value as OrganizationPicture).uri ?? '') : String(value ?? '');
