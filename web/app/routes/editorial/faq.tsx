import { EditorialContent } from '@marquee/contracts/marketing/v1/editorial_pb';
import { editorialTags } from '@marquee/rules/editorial';
import type { RouteHandle } from '../../api/route-handle.ts';
import { EditorialError, EditorialPage, getEditorialText } from '../../features/editorial/editorial-page.tsx';
import type { Route } from './+types/faq';

const TITLE = 'Frequently asked questions';

export const handle = { publicPage: { tags: () => editorialTags('faq') } } satisfies RouteHandle;

export const meta: Route.MetaFunction = () => [{ title: `${TITLE} · Marquee` }];

export const loader = ({ context }: Route.LoaderArgs) => getEditorialText(context, EditorialContent.FAQ);

export default function FaqRoute({ loaderData }: Route.ComponentProps) {
  return <EditorialPage title={TITLE} {...loaderData} />;
}

export function ErrorBoundary() {
  return <EditorialError title={TITLE} failure="Failed to load the FAQ" />;
}
