import { GetCallResponseSchema } from '@marquee/contracts/festival/v1/calls_pb';
import { useNavigate } from 'react-router';
import { api } from '../../api/context.ts';
import { packed, usePacked } from '../../api/packed.ts';
import { forbidden } from '../../api/viewer.ts';
import { getManaged } from '../../features/organizations/get-managed.ts';
import { CallForm } from '../../features/submissions/call-form.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import type { Route } from './+types/call-edit';

export const meta = () => [{ title: pageTitle(_('Call for submissions')) }];

export async function loader(args: Route.LoaderArgs) {
  const { organization, mayEdit } = await getManaged(args);
  if (!mayEdit) throw forbidden();
  const { callId } = args.params;
  const answer = callId === 'new' ? undefined : await args.context.get(api).calls.getCall({ callId });
  return { organization, answer: answer ? packed(GetCallResponseSchema, answer) : {} };
}

export default function CallEditRoute({ loaderData: { organization, answer } }: Route.ComponentProps) {
  const { call } = usePacked(GetCallResponseSchema, answer);
  const navigate = useNavigate();
  const base = `/user/orgs/${organization.id}/calls`;
  return (
    <div className="page grid gap-8 py-10">
      <PageTitle
        title={call ? call.title : _('New call for submissions')}
        lead={organization.name}
        crumbs={[
          { href: '/user/orgs', label: _('My organizations') },
          { href: base, label: _('Submissions') },
        ]}
      />
      <CallForm
        key={call?.id ?? 'new'}
        festivalId={organization.id}
        call={call}
        onSaved={(saved) => void navigate(saved ? `${base}/${saved.id}` : base)}
      />
    </div>
  );
}
