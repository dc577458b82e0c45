import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { CONTACT_MESSAGES } from '@marquee/rules/contact';
import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { refreshCurrentUser, useCurrentUser } from '../../layout/current-user.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { StepUpCancelled, useStepUp } from '../passkeys/step-up.tsx';
import { CONTACT_TEXTS, type ContactKind } from './contact-texts.ts';

/** The email and the phone number by which somebody signs in, each with the way to change or remove it [SET-04]. */
export function OwnAddresses() {
  const current = useCurrentUser();
  const user = current.state === 'account' ? current.user : undefined;
  return (
    <Section title={_('Email and phone')}>
      {user ? (
        <ul aria-label={_('Email and phone')} className="grid border-line border-t">
          <Address kind="email" address={user.email} isRemovable={user.phone !== ''} />
          <Address kind="phone" address={user.phone} isRemovable={user.email !== ''} />
        </ul>
      ) : (
        <Skeleton className="h-36" label={_('Loading your email and phone')} />
      )}
    </Section>
  );
}

function Address({ kind, address, isRemovable }: { kind: ContactKind; address: string; isRemovable: boolean }) {
  const { title, path, change, add } = CONTACT_TEXTS[kind];
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-3 border-line border-b py-4">
      <div className="grid min-w-0 flex-1 basis-56 gap-1">
        <span className="font-medium">{_(title)}</span>
        <span className="wrap-anywhere text-ink-muted text-small">{address || _('Not given')}</span>
      </div>
      <div className="flex flex-wrap gap-3">
        <LinkButton size="small" to={path} aria-label={_(address ? change : add)}>
          {address ? _('Change') : _('Add')}
        </LinkButton>
        {address && isRemovable ? <RemoveAddress kind={kind} address={address} /> : null}
      </div>
    </li>
  );
}

function RemoveAddress({ kind, address }: { kind: ContactKind; address: string }) {
  const { remove: label, removeAsked, removed, failed } = CONTACT_TEXTS[kind];
  const [open, setOpen] = useState(false);
  const [pending, during] = usePending();
  const { confirmed, prompt } = useStepUp();
  const remove = () =>
    during(async () => {
      try {
        await confirmed(() => client(ProfileService).updateProfile({ [kind]: '' }));
        await refreshCurrentUser();
        toast({ message: _(removed), tone: 'good' });
        setOpen(false);
      } catch (thrown) {
        if (!(thrown instanceof StepUpCancelled))
          toast({ message: _(failed), detail: messageOf(thrown, _(CONTACT_MESSAGES.tryLater)), tone: 'danger' });
      }
    });
  return (
    <>
      <ConfirmDialog
        title={_(removeAsked)}
        description={_('You cannot sign in with {address} any more. We tell you so there.', { address })}
        confirmLabel={_('Remove')}
        destructive
        pending={pending}
        open={open}
        onOpenChange={setOpen}
        onConfirm={() => void remove()}
        trigger={
          <Button size="small" aria-label={_(label)}>
            {_('Remove')}
          </Button>
        }
      />
      {prompt}
    </>
  );
}
