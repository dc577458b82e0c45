import { JudgingDeskService } from '@marquee/contracts/festival/v1/judging_pb';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';
import { RecipientFields, useRecipientForm } from '../invitations/recipient-fields.tsx';

/** Asks somebody to judge who may have no account yet [FES-09]. */
export function InviteJudgeByMail({ callId }: { callId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="justify-self-start" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {_('Invite by email')}
      </Button>
      {isOpen ? (
        <Dialog open onOpenChange={setOpen} title={_('Invite a judge by email')}>
          <Fields callId={callId} onClose={() => setOpen(false)} />
        </Dialog>
      ) : null}
    </>
  );
}

function Fields({ callId, onClose }: { callId: string; onClose: () => void }) {
  const form = useRecipientForm();
  const { revalidate } = useRevalidator();
  return (
    <Form
      form={form}
      fallback={_('We failed to send the invitation. Please try again.')}
      onSubmit={async (recipient) => {
        await client(JudgingDeskService).inviteJudge({ callId, ...recipient });
        toast({ message: _('{name} was invited.', { name: recipient.email }), tone: 'good' });
        onClose();
        await revalidate();
      }}
    >
      <RecipientFields form={form} hint={_('Only the account with exactly this address can accept the invitation.')} />
      <SubmitButton>{_('Invite')}</SubmitButton>
    </Form>
  );
}
