import { Settings, UserRound } from 'lucide-react';
import { useState } from 'react';
import { signInPath } from '../../api/viewer.ts';
import { _ } from '../../language/words.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SignInDialog } from '../connections/sign-in-dialog.tsx';

function CreateAccount() {
  return (
    <LinkButton to="/create-account" variant="primary">
      {_('Create account')}
    </LinkButton>
  );
}

/** What a visitor sees in place of a profile of their own [PRO-01]. */
export function SignUpPrompt() {
  return (
    <div className="page grid gap-8 py-10">
      <PageTitle title={_('Profile')} actions={<SettingsOfVisitor />} />
      <EmptyState
        icon={<UserRound aria-hidden />}
        title={_('Sign up for a profile')}
        action={
          <>
            <CreateAccount />
            <LinkButton to={signInPath('/profile')}>{_('Sign in')}</LinkButton>
          </>
        }
      >
        {_('Show who you are, link to your work, and gather the films that you are credited in.')}
      </EmptyState>
    </div>
  );
}

/** Settings are of an account: a visitor is asked to sign in [PRO-17]. */
function SettingsOfVisitor() {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button icon={<Settings aria-hidden className="size-4" />} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {_('Settings')}
      </Button>
      <SignInDialog open={isAsking} onOpenChange={setAsking} returnTo="/settings">
        {_('Settings belong to an account.')}
      </SignInDialog>
    </>
  );
}
