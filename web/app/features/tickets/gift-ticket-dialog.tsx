import { GiftService } from '@marquee/contracts/festival/v1/gift_pb';
import { ConnectionService } from '@marquee/contracts/identity/v1/connection_pb';
import { ACCOUNT_LIMITS } from '@marquee/rules/account';
import { GIFT_MESSAGES, giftByContactForm } from '@marquee/rules/ticket-gifts';
import { type FormEvent, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { messageOf } from '../../api/api-error.ts';
import { client } from '../../api/browser/client.ts';
import { usePending } from '../../data/use-pending.ts';
import { type SearchState, useTypedSearch } from '../../data/use-typed-search.ts';
import { _, type Message, msg } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, SubmitButton, useZodForm } from '../../ui/form.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast.ts';
import { ContactFields, RecipientFields, useRecipientForm } from '../invitations/recipient-fields.tsx';

type Ticket = { eventId: string; userTicketId: string };
/** `byText`: whether tickets go to phone numbers as well. */
type Props = { ticket: Ticket; byText: boolean; onClose: () => void };

/** Asks who gets the ticket: a connection, or somebody by their address. It says before that there is no way back [TIC-03]. */
export default function GiftTicketDialog({ ticket, byText, onClose }: Props) {
  return (
    <Dialog
      title={_('Send this ticket to somebody else?')}
      description={_('This cannot be undone. The ticket is theirs then, and your code stops working.')}
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Tabs
        label={_('How to send it')}
        tabs={[
          { value: 'connection', label: _('To a connection'), content: <ToConnection ticket={ticket} /> },
          byText
            ? {
                value: 'contact',
                label: _('By email or text'),
                content: <ByContact ticket={ticket} onClose={onClose} />,
              }
            : { value: 'email', label: _('By email'), content: <ByEmail ticket={ticket} onClose={onClose} /> },
        ]}
      />
    </Dialog>
  );
}

const CONNECTIONS_SHOWN = 8;

const EMPTY: Record<SearchState, Message> = {
  short: msg('Type at least {letters} letters of a name.'),
  searching: msg('Searching…'),
  found: msg('None of your connections has this name.'),
  failed: msg('We failed to search for people. Please try again.'),
};

type Found = { value: string; label: string; picture: string };

async function findConnections(query: string): Promise<Found[]> {
  const { connections } = await client(ConnectionService).listConnections({ query, pageSize: CONNECTIONS_SHOWN });
  return connections.flatMap(({ person }) =>
    person
      ? [{ value: person.id, label: `${person.firstName} ${person.lastName}`.trim(), picture: person.profilePicture }]
      : [],
  );
}

function ToConnection({ ticket }: { ticket: Ticket }) {
  const { found, state, search } = useTypedSearch(findConnections, ACCOUNT_LIMITS.searchCharactersMin);
  const [person, setPerson] = useState<Found | null>(null);
  const [problem, setProblem] = useState<string>();
  const [pending, during] = usePending();
  const navigate = useNavigate();
  const options = person && !found.some(({ value }) => value === person.value) ? [person, ...found] : found;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (!person) return setProblem(_(GIFT_MESSAGES.recipient));
    setProblem(undefined);
    await during(async () => {
      try {
        await client(GiftService).giftTicket({ ...ticket, receipientId: person.value });
        toast({ message: _('{name} has the ticket now.', { name: person.label }), tone: 'good' });
        await navigate('/settings/tickets');
      } catch (error) {
        setProblem(messageOf(error, _(GIFT_MESSAGES.failed)));
      }
    });
  };
  return (
    <form noValidate onSubmit={send} className="grid gap-6">
      <Combobox
        label={_('Who gets it')}
        placeholder={_('Search your connections')}
        empty={_(EMPTY[state], { letters: ACCOUNT_LIMITS.searchCharactersMin })}
        pending={state === 'searching'}
        options={options}
        value={person?.value ?? ''}
        onChange={(id) => {
          setPerson(options.find(({ value }) => value === id) ?? null);
          setProblem(undefined);
        }}
        onQuery={search}
      />
      {problem ? (
        <Banner tone="danger" urgent>
          {problem}
        </Banner>
      ) : null}
      <Button type="submit" variant="primary" size="large" pending={pending}>
        {_('Send ticket')}
      </Button>
    </form>
  );
}

function ByContact({ ticket, onClose }: Omit<Props, 'byText'>) {
  const form = useZodForm(giftByContactForm, { firstName: '', lastName: '', contact: '' });
  const { revalidate } = useRevalidator();
  return (
    <Form
      form={form}
      fallback={_(GIFT_MESSAGES.failed)}
      onSubmit={async ({ contact, ...names }) => {
        await client(GiftService).giftTicket({ ...ticket, ...names, ...contact });
        const address = contact.email || contact.phoneNumber;
        toast({ message: _('The ticket was sent to {address}.', { address }), tone: 'good' });
        onClose();
        await revalidate();
      }}
    >
      <ContactFields
        form={form}
        hint={_(
          'Only the account with exactly this email or number can accept the ticket. A number outside of the United States begins with + and its country code.',
        )}
      />
      <SubmitButton>{_('Send ticket')}</SubmitButton>
    </Form>
  );
}

function ByEmail({ ticket, onClose }: Omit<Props, 'byText'>) {
  const form = useRecipientForm();
  const { revalidate } = useRevalidator();
  return (
    <Form
      form={form}
      fallback={_(GIFT_MESSAGES.failed)}
      onSubmit={async (recipient) => {
        await client(GiftService).giftTicket({ ...ticket, ...recipient });
        toast({ message: _('The ticket was sent to {email}.', { email: recipient.email }), tone: 'good' });
        onClose();
        await revalidate();
      }}
    >
      <RecipientFields form={form} hint={_('Only the account with exactly this address can accept the ticket.')} />
      <SubmitButton>{_('Send ticket')}</SubmitButton>
    </Form>
  );
}
