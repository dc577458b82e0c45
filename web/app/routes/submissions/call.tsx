import { GetCallResponseSchema } from '@marquee/contracts/festival/v1/calls_pb';
import { SUBMISSION_MESSAGES } from '@marquee/rules/submissions';
import { api, site } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import type { RouteHandle } from '../../api/route-handle.ts';
import { notFound } from '../../api/viewer.ts';
import { CallPage } from '../../features/submissions/call-page.tsx';
import { _ } from '../../language/words.ts';
import { pageMeta, pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/call';

export const handle = { publicPage: { tags: ({ callId }) => [`call:${callId}`] } } satisfies RouteHandle;

export const meta = ({ loaderData }: Route.MetaArgs) => {
  if (!loaderData) return [{ title: pageTitle(_(SUBMISSION_MESSAGES.callNotFound)) }];
  const { title, festivalName, publicUrl, path } = loaderData;
  return pageMeta({ title: pageTitle(title), description: festivalName, publicUrl, path });
};

export async function loader({ params: { callId }, context }: Route.LoaderArgs) {
  const answer = await context.get(api).calls.getCall({ callId });
  const { call } = answer;
  if (!call) throw notFound(_(SUBMISSION_MESSAGES.callNotFound));
  return {
    ...{ title: call.title, festivalName: call.festivalName, path: `/festivals/${call.festivalId}/calls/${call.id}` },
    ...{ publicUrl: context.get(site).publicUrl, answer: packed(GetCallResponseSchema, answer) },
  };
}

export default function CallRoute({ loaderData }: Route.ComponentProps) {
  const { call } = usePacked(GetCallResponseSchema, loaderData.answer);
  return call ? <CallPage key={call.id} call={call} /> : null;
}
