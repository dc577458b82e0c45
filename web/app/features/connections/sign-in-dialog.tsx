import { PROFILE_MESSAGES } from '@marquee/rules/profile-messages';
import { signInPath } from '../../api/viewer.ts';
import { _ } from '../../language/words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type Props = { open: boolean; onOpenChange: (open: boolean) => void; returnTo: string; children: string };

/** What a visitor sees in place of an action that needs an account [PRO-17]. */
export function SignInDialog({ open, onOpenChange, returnTo, children }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={_(PROFILE_MESSAGES.pleaseSignIn)}
      description={children}
      actions={
        <>
          <LinkButton to="/create-account">{_('Create account')}</LinkButton>
          <LinkButton to={signInPath(returnTo)} variant="primary">
            {_('Sign in')}
          </LinkButton>
        </>
      }
    />
  );
}
