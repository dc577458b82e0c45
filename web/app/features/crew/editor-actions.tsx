import { CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { inviteContactSchema } from '@marquee/rules/film-crew';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { orToast } from '../../data/or-toast.ts';
import { usePending } from '../../data/use-pending.ts';
import { _, msg } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.ts';
import { type CrewView, crewView } from './crew-view.ts';

type Film = { id: string; title: string };
/** `byText`: whether invitations go to phone numbers as well. */
type Common = { film: Film; entry: CrewView; byText: boolean };
type Props = Common & { onChanged: (entry: CrewView | null) => void };
type InviteProps = Common & { onChanged: (entry: CrewView) => void };

const CONFIRMATIONS = {
  WAITING: { tone: 'neutral', label: msg('Waiting for confirmation') },
  CONFIRMED: { tone: 'good', label: msg('Confirmed') },
  DECLINED: { tone: 'warn', label: msg('Declined') },
} as const;

/** What the film's creator can do with a credit: invite the person, or take it off the list. */
export function EditorActions({ film, entry, byText, onChanged }: Props) {
  const confirmation = entry.confirmation && CONFIRMATIONS[entry.confirmation];
  return (
    <>
      {confirmation ? <Badge tone={confirmation.tone}>{_(confirmation.label)}</Badge> : null}
      {entry.personId ? null : <InviteDialog film={film} entry={entry} byText={byText} onChanged={onChanged} />}
      <RemoveDialog film={film} entry={entry} onChanged={onChanged} />
    </>
  );
}

/** Writes to the person behind a credit, by mail or text message; they see there what they are asked [NOT-04]. */
export function InviteDialog({ film, entry, byText, onChanged }: InviteProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {entry.invited ? <Badge>{_('Invited')}</Badge> : null}
      <Dialog
        title={_('Invite {name}', { name: entry.name })}
        description={_(
          'We send them a link, where they can claim their credit on “{title}”. They need not wait for its release.',
          { title: film.title },
        )}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button
            size="small"
            variant="secondary"
            aria-label={`${entry.invited ? _('Invite again') : _('Invite')}: ${entry.name}`}
          >
            {entry.invited ? _('Invite again') : _('Invite')}
          </Button>
        }
      >
        <InviteForm
          film={film}
          entry={entry}
          byText={byText}
          onChanged={(next) => {
            setOpen(false);
            onChanged(next);
          }}
        />
      </Dialog>
    </>
  );
}

function InviteForm({ film, entry, byText, onChanged }: InviteProps) {
  const form = useZodForm(inviteContactSchema, { contact: '' });
  return (
    <Form
      form={form}
      fallback={_('We failed to send the invitation. Please try again later.')}
      onSubmit={async ({ contact }) => {
        const answer = await client(CrewService).inviteCrew({ filmId: film.id, crewId: entry.id, ...contact });
        const address = contact.email || contact.phoneNumber;
        toast({ message: _('An invitation was sent to {address}.', { address }), tone: 'good' });
        onChanged(answer.entry ? crewView(answer.entry) : { ...entry, invited: true });
      }}
    >
      <TextField
        label={byText ? _('Email or phone') : _('Email')}
        hint={byText ? _('A phone number outside of the United States begins with + and its country code.') : undefined}
        autoComplete="off"
        {...fieldOf(form, 'contact')}
      />
      <SubmitButton>{_('Send invitation')}</SubmitButton>
    </Form>
  );
}

function RemoveDialog({ film, entry, onChanged }: Omit<Props, 'byText'>) {
  const [open, setOpen] = useState(false);
  const [pending, during] = usePending();
  const remove = () =>
    during(() =>
      orToast(async () => {
        await client(CrewService).removeCrew({ filmId: film.id, crewId: entry.id });
        onChanged(null);
        toast({ message: _('{name} was removed from the crew.', { name: entry.name }) });
      }, _('We failed to remove this credit. Please try again later.')),
    );
  return (
    <ConfirmDialog
      title={_('Remove {name}?', { name: entry.name })}
      description={_('The credit “{credit}” disappears from “{title}”.', { credit: entry.credit, title: film.title })}
      confirmLabel={_('Remove credit')}
      destructive
      pending={pending}
      open={open}
      onOpenChange={setOpen}
      onConfirm={() => void remove()}
      trigger={
        <IconButton label={_('Remove {name}', { name: entry.name })} size="medium">
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      }
    />
  );
}
