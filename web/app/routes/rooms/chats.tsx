import { MessageCircle } from 'lucide-react';
import { getViewer, signInPath } from '../../api/viewer.ts';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Route } from './+types/chats';

export const meta = () => [{ title: pageTitle(_('Chats')) }];

export function loader({ context }: Route.LoaderArgs) {
  return { signedIn: getViewer(context) !== null };
}

export default function ChatsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page grid gap-8 py-10">
      <PageTitle title={_('Chats')} />
      {loaderData.signedIn ? (
        <EmptyState icon={<MessageCircle aria-hidden />} title={_('You have no messages yet')}>
          {_('Conversations with your connections appear here.')}
        </EmptyState>
      ) : (
        <EmptyState
          icon={<MessageCircle aria-hidden />}
          title={_('Sign up to chat')}
          action={
            <>
              <LinkButton to="/create-account" variant="primary">
                {_('Create account')}
              </LinkButton>
              <LinkButton to={signInPath('/chats')}>{_('Sign in')}</LinkButton>
            </>
          }
        >
          {_('Talk about films with the people you know.')}
        </EmptyState>
      )}
    </div>
  );
}
