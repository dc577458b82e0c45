import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { messageOf, refusalOf } from '../../api/api-error.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { signInAgainPath } from '../auth/intent.ts';

const REASONS = ['STEP_UP_NEEDED', 'SIGN_IN_AGAIN'] as const;
type Asked = { reason: (typeof REASONS)[number]; resolve: () => void; reject: (error: Error) => void };

/** The person closed the question: nothing is to be said. */
export class StepUpCancelled extends Error {}

type StepUp = {
  /** Does something that may need a proof first: asks for it, and does it then [AUT-17]. Throws StepUpCancelled. */
  confirmed: <T>(work: () => Promise<T>) => Promise<T>;
  /** The question, to be rendered by who uses it. */
  prompt: ReactNode;
};

/** Asks who is signed in to prove that it is them, before what a stolen session must not do. */
export function useStepUp(): StepUp {
  const [asked, setAsked] = useState<Asked>();
  return {
    async confirmed(work) {
      try {
        return await work();
      } catch (thrown) {
        const reason = REASONS.find((one) => one === refusalOf(thrown).reason);
        if (!reason) throw thrown;
        await new Promise<void>((resolve, reject) => setAsked({ reason, resolve, reject }));
        return work();
      }
    },
    prompt: <StepUpPrompt asked={asked} onEnd={() => setAsked(undefined)} />,
  };
}

function StepUpPrompt({ asked, onEnd }: { asked: Asked | undefined; onEnd: () => void }) {
  const { pathname } = useLocation();
  const [pending, during] = usePending();
  const [failed, setFailed] = useState<string>();

  const cancel = () => {
    asked?.reject(new StepUpCancelled());
    setFailed(undefined);
    onEnd();
  };
  const prove = () =>
    during(async () => {
      setFailed(undefined);
      const ceremonies = await import('./ceremonies.ts').catch(() => undefined);
      try {
        if (!ceremonies?.hasPasskeys()) throw new Error('this browser has no passkeys');
        await ceremonies.stepUp();
        asked?.resolve();
        onEnd();
      } catch (thrown) {
        if (!ceremonies?.isCancelled(thrown))
          setFailed(messageOf(thrown, _('This device could not use your passkey.')));
      }
    });
  const byPasskey = asked?.reason === 'STEP_UP_NEEDED';
  return (
    <Dialog
      title={_('Confirm that it is you')}
      description={
        byPasskey
          ? _('Use the passkey of your account. We ask for this before what matters most.')
          : _('You signed in some time ago. Please sign in again and come back here within ten minutes.')
      }
      open={asked !== undefined}
      onOpenChange={(open) => open || cancel()}
      actions={
        <>
          <LinkButton to={signInAgainPath(pathname)} variant={byPasskey ? 'quiet' : 'primary'} reloadDocument>
            {_('Sign in again')}
          </LinkButton>
          {byPasskey ? (
            <Button variant="primary" pending={pending} onClick={() => void prove()}>
              {_('Confirm with your passkey')}
            </Button>
          ) : null}
        </>
      }
    >
      {failed ? (
        <Banner tone="danger" urgent>
          {failed}
        </Banner>
      ) : null}
    </Dialog>
  );
}
