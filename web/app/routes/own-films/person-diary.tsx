import { ListDiaryResponseSchema } from '@marquee/contracts/film/v1/diary_pb';
import { PROFILE_MESSAGES } from '@marquee/rules/profile-messages';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { notFound } from '../../api/viewer.ts';
import { DIARY_PAGE_SIZE, PersonDiaryPage } from '../../features/own-films/diary-page.tsx';
import { profileView } from '../../features/profile/profile-view.ts';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/person-diary';

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData ? pageTitle(_('Diary of {name}', { name: loaderData.name })) : pageTitle(_('Diary')) },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ params: { profileId }, context }: Route.LoaderArgs) {
  const { people, diary } = context.get(api);
  const [{ profile }, list] = await Promise.all([
    people.getProfile({ profileId }),
    diary.listDiary({ personId: profileId, pageSize: DIARY_PAGE_SIZE }),
  ]);
  if (!profile) throw notFound(PROFILE_MESSAGES.notFound);
  return { name: profileView(profile).name, list: packed(ListDiaryResponseSchema, list) };
}

export default function PersonDiaryRoute({ loaderData: { name, list }, params }: Route.ComponentProps) {
  const entries = usePacked(ListDiaryResponseSchema, list);
  const crumb = { href: `/profile/${params.profileId}`, label: name };
  return <PersonDiaryPage name={name} personId={params.profileId} list={entries} crumb={crumb} />;
}
