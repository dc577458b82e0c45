import { type Timestamp, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type TicketEvent, type TicketTypeSales, TicketTypeService } from '@marquee/contracts/festival/v1/tickets_pb';
import { TICKET_LIMITS, ticketTypeForm } from '@marquee/rules/tickets';
import { useState } from 'react';
import { client } from '../../api/browser/client.ts';
import { _ } from '../../language/words.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from '../../ui/form.tsx';
import { EventFacts } from './event-facts.tsx';

type Props = {
  event: TicketEvent;
  /** What a pass may be for, beside the event. */
  others: TicketEvent[];
  /** The one that is changed; a new one otherwise. */
  sold?: TicketTypeSales;
  onDone: () => void;
  onCancel: () => void;
};

/** What is asked of a kind of tickets [TIC-05]. */
export function TicketTypeForm({ event, others, sold, onDone, onCancel }: Props) {
  const [passFor, setPassFor] = useState<string[]>([]);
  const type = sold?.type;
  const form = useZodForm(ticketTypeForm, {
    name: type?.name ?? '',
    payWhatYouCan: type?.payWhatYouCan ?? false,
    price: type ? (Number(type.price) / 100).toFixed(2) : '',
    quantity: sold ? `${sold.quantity}` : '',
    limitPerCustomer: type ? `${type.limitPerCustomer}` : '4',
    saleStart: localTime(type?.saleStart),
    saleEnd: localTime(type?.saleEnd),
    refundHours: type?.refundHours === undefined ? '' : `${type.refundHours}`,
  });
  const isChosen = form.watch('payWhatYouCan');
  return (
    <Form
      form={form}
      aria-label={type ? type.name : _('New kind of ticket')}
      className="grid gap-6 rounded-panel border border-line bg-surface p-5"
      fallback={_('We failed to save this. Please try again.')}
      onSubmit={async ({ saleStart, saleEnd, ...fields }) => {
        const asked = {
          ...fields,
          ...(saleStart && { saleStart: timestampFromDate(saleStart) }),
          ...(saleEnd && { saleEnd: timestampFromDate(saleEnd) }),
        };
        const { festivalId, id } = event;
        if (type) await client(TicketTypeService).updateTicketType({ ...asked, ticketTypeId: type.id });
        else await client(TicketTypeService).createTicketType({ ...asked, festivalId, eventIds: [id, ...passFor] });
        onDone();
      }}
    >
      <TextField
        label={_('Name')}
        hint={_('What buyers read, such as “Full price” or “Weekend pass”.')}
        maxLength={TICKET_LIMITS.typeNameLengthMax}
        {...fieldOf(form, 'name')}
      />
      <Checkbox
        label={_('Buyers choose what they pay')}
        hint={_('Pay what you can: you say the lowest price.')}
        {...fieldOf(form, 'payWhatYouCan')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <TextField
          label={isChosen ? _('Lowest price') : _('Price')}
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          {...fieldOf(form, 'price')}
        />
        <TextField label={_('How many')} inputMode="numeric" autoComplete="off" {...fieldOf(form, 'quantity')} />
        <TextField
          label={_('For each person')}
          inputMode="numeric"
          autoComplete="off"
          {...fieldOf(form, 'limitPerCustomer')}
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          type="datetime-local"
          label={_('Sale starts')}
          optional
          hint={_('At once, if you leave it empty. In your own time zone.')}
          {...fieldOf(form, 'saleStart')}
        />
        <TextField
          type="datetime-local"
          label={_('Sale ends')}
          optional
          hint={_('When the event ends, if you leave it empty.')}
          {...fieldOf(form, 'saleEnd')}
        />
      </div>
      <TextField
        label={_('Money back until how many hours before the start')}
        optional
        inputMode="numeric"
        autoComplete="off"
        hint={_('Buyers get no money back if you leave it empty, unless the event is cancelled.')}
        {...fieldOf(form, 'refundHours')}
      />
      {type || others.length === 0 ? null : (
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-medium text-small">{_('A pass for more events')}</legend>
          {others.map((other) => (
            <Checkbox
              key={other.id}
              label={other.name}
              hint={<EventFacts event={other} />}
              checked={passFor.includes(other.id)}
              onChange={({ currentTarget: { checked } }) =>
                setPassFor((chosen) => (checked ? [...chosen, other.id] : chosen.filter((id) => id !== other.id)))
              }
            />
          ))}
        </fieldset>
      )}
      <div className="grid gap-3">
        <SubmitButton>{type ? _('Save') : _('Start selling')}</SubmitButton>
        <Button size="large" variant="quiet" onClick={onCancel}>
          {_('Cancel')}
        </Button>
      </div>
    </Form>
  );
}

/** As an input of a browser writes a time. */
function localTime(time: Timestamp | undefined): string {
  if (!time) return '';
  const date = timestampDate(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
