import { EditorialContent } from '@marquee/contracts/marketing/v1/editorial_pb';
import { editorialTags } from '@marquee/rules/editorial';
import type { RouteHandle } from '../../api/route-handle.ts';
import { EditorialError, EditorialPage, getEditorialText } from '../../features/editorial/editorial-page.tsx';
import { _, msg } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/privacy-policy';

const TITLE = msg('Privacy policy');

export const handle = { publicPage: { tags: () => editorialTags('privacy-policy') } } satisfies RouteHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_(TITLE)) }];

export const loader = ({ context }: Route.LoaderArgs) => getEditorialText(context, EditorialContent.PRIVACY_POLICY);

export default function PrivacyPolicyRoute({ loaderData }: Route.ComponentProps) {
  return <EditorialPage title={_(TITLE)} {...loaderData} />;
}

export function ErrorBoundary() {
  return <EditorialError title={_(TITLE)} failure={_('Failed to load the privacy policy')} />;
}
