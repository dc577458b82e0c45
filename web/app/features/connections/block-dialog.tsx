import { BlockService } from '@marquee/contracts/identity/v1/block_pb';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { _ } from '../../language/words.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { noteBlocked } from './blocked-here.ts';

type Props = {
  person: { id: string; name: string };
  /** Where it is known that they are connected. */
  isConnected?: boolean;
  onBlocked?: () => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Asks before it blocks somebody, who and whose words are gone from the page then [SET-08]. */
export function BlockDialog({ person: { id, name }, isConnected = false, onBlocked, open, onOpenChange }: Props) {
  const [pending, during] = usePending();
  const block = () =>
    during(() =>
      orToast(
        async () => {
          await client(BlockService).blockAccount({ profileId: id });
          noteBlocked(id);
          onBlocked?.();
          toast({
            message: _('{name} is blocked.', { name }),
            action: { label: _('Blocked users'), onClick: toBlockedUsers },
          });
        },
        _('We failed to block {name}. Please try again.', { name }),
      ),
    );
  return (
    <ConfirmDialog
      title={_('Block {name}?', { name })}
      description={
        isConnected
          ? _(
              'Your connection ends. Neither of you finds, invites or writes to the other until you unblock them in your settings.',
            )
          : _('Neither of you finds, invites or writes to the other until you unblock them in your settings.')
      }
      confirmLabel={_('Block')}
      destructive
      pending={pending}
      open={open}
      onOpenChange={onOpenChange}
      onConfirm={() => void block()}
    />
  );
}

const toBlockedUsers = () => window.location.assign('/settings/blocked-users');
