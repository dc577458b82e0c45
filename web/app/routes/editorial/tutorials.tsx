import { api } from '../../api/context.ts';
import { TutorialsPage, tutorialLists } from '../../features/tutorials/tutorials-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/tutorials';

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_('Tutorials')) }];

export async function loader({ context }: Route.LoaderArgs) {
  return { lists: tutorialLists(await context.get(api).tutorials.listTutorials({})) };
}

export default function TutorialsRoute({ loaderData: { lists } }: Route.ComponentProps) {
  return <TutorialsPage lists={lists} />;
}
