import { create } from '@bufbuild/protobuf';
import { OrganizationSchema } from '@marquee/contracts/festival/v1/organization_pb';
import { aProfile } from '@marquee/testing/contract-messages';
import { shareFilm } from '../features/film/share-film.ts';
import { FestivalPage } from '../features/organizations/festival-page.tsx';
import { organizationView } from '../features/organizations/organization-view.ts';
import { profileView } from '../features/profile/profile-view.ts';
import { ShareProfile } from '../features/profile/share-profile.tsx';
import { doing, press, showPage } from '../testing/show-page.tsx';

test('what is shared is the address on this host: of a profile, a film and a festival [PRO-18]', async () => {
  const copied: string[] = [];
  const writeText = async (text: string) => void copied.push(text);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  const organization = create(OrganizationSchema, { id: 'festival-1', name: 'Lumen' });

  await showPage(<ShareProfile profile={profileView(aProfile({ id: 'profile-1' }))} />, {});
  await press('Share');
  await doing(() => shareFilm({ id: 'film-1', title: 'Salt', logLine: '' }));
  await showPage(<FestivalPage festival={organizationView(organization)} events={[]} />, {});
  await press('Share');

  const here = window.location.origin;
  expect(copied).toEqual([`${here}/profile/profile-1`, `${here}/feed/film-1`, `${here}/festivals/festival-1`]);
});
