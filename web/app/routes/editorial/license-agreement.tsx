import { EditorialContent } from '@marquee/contracts/marketing/v1/editorial_pb';
import { editorialTags } from '@marquee/rules/editorial';
import type { RouteHandle } from '../../api/route-handle.ts';
import { EditorialError, EditorialPage, getEditorialText } from '../../features/editorial/editorial-page.tsx';
import { _, msg } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/license-agreement';

const TITLE = msg('License agreement');

export const handle = { publicPage: { tags: () => editorialTags('license-agreement') } } satisfies RouteHandle;

export const meta: Route.MetaFunction = () => [{ title: pageTitle(_(TITLE)) }];

export const loader = ({ context }: Route.LoaderArgs) => getEditorialText(context, EditorialContent.LICENSE_AGREEMENT);

export default function LicenseAgreementRoute({ loaderData }: Route.ComponentProps) {
  return <EditorialPage title={_(TITLE)} {...loaderData} />;
}

export function ErrorBoundary() {
  return <EditorialError title={_(TITLE)} failure={_('Failed to load the license agreement')} />;
}
