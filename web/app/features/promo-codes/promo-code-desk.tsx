import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type PromoCode, PromoCodeService, PromoKind } from '@marquee/contracts/festival/v1/promo_code_pb';
import type { TicketTypeSales } from '@marquee/contracts/festival/v1/tickets_pb';
import { PROMO_LIMITS, promoCodeForm } from '@marquee/rules/promo-codes';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { client } from '../../api/browser/client.ts';
import { useAttempt } from '../../data/use-attempt.ts';
import { formatCount, formatList, formatMoment, formatUsd } from '../../language/format.ts';
import { _, msg } from '../../language/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { FieldError, Select, TextField } from '../../ui/field.tsx';
import { Form, fieldOf, SubmitButton, useZodForm } from '../../ui/form.tsx';

type Props = { eventId: string; codes: PromoCode[]; types: TicketTypeSales[] };

/** The codes of an organization, for who sells its tickets [TIC-05]. */
export function PromoCodeDesk({ eventId, codes, types }: Props) {
  const [isNew, setIsNew] = useState(false);
  const { revalidate } = useRevalidator();
  return (
    <section aria-labelledby="promo-codes" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="promo-codes" className="font-title text-heading">
          {_('Promo codes and vouchers')}
        </h2>
        {isNew ? null : (
          <Button icon={<Plus aria-hidden className="size-5" />} onClick={() => setIsNew(true)}>
            {_('New code')}
          </Button>
        )}
      </div>
      {isNew ? (
        <PromoCodeForm
          eventId={eventId}
          types={types}
          onCancel={() => setIsNew(false)}
          onDone={() => {
            setIsNew(false);
            void revalidate();
          }}
        />
      ) : null}
      {codes.length > 0 ? (
        <ul aria-label={_('Codes')} className="grid gap-3">
          {codes.map((code) => (
            <MadeCode key={code.id} code={code} types={types} onChanged={() => void revalidate()} />
          ))}
        </ul>
      ) : isNew ? null : (
        <p className="text-ink-muted">{_('There are no codes yet. With one, buyers pay less, or nothing.')}</p>
      )}
    </section>
  );
}

function MadeCode({ code, types, onChanged }: { code: PromoCode; types: TicketTypeSales[]; onChanged: () => void }) {
  const [pending, error, attempt] = useAttempt();
  const withdraw = () =>
    attempt(async () => {
      await client(PromoCodeService).withdrawPromoCode({ promoCodeId: code.id });
      onChanged();
    }, _('We failed to save this. Please try again.'));
  const names = types.flatMap(({ type }) => (type && code.ticketTypeIds.includes(type.id) ? [type.name] : []));
  const facts = [
    worthOf(code),
    names.length > 0 ? _('For {tickets}', { tickets: formatList(names) }) : '',
    code.startsAt ? _('From {moment}', { moment: formatMoment(timestampDate(code.startsAt)) }) : '',
    code.endsAt ? _('Until {moment}', { moment: formatMoment(timestampDate(code.endsAt)) }) : '',
  ];
  return (
    <li className="grid gap-2 rounded-panel border border-line bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="grid min-w-0 gap-1">
          <h3 className="tabular wrap-anywhere font-medium text-lead">{code.code}</h3>
          <p className="text-ink-muted text-small">{facts.filter(Boolean).join(' · ')}</p>
          <p className="tabular text-small">
            {_('Used {used} of {uses} times', { used: formatCount(code.used), uses: formatCount(code.uses) })}
          </p>
        </div>
        {code.withdrawn ? (
          <Badge>{_('Withdrawn')}</Badge>
        ) : (
          <Button variant="quiet" pending={pending} onClick={() => void withdraw()}>
            {_('Withdraw {code}', { code: code.code })}
          </Button>
        )}
      </div>
      {error ? <FieldError>{error}</FieldError> : null}
    </li>
  );
}

function worthOf({ kind, value }: PromoCode): string {
  if (kind === PromoKind.TICKET) return _('One ticket free');
  if (kind === PromoKind.PERCENT) return _('{percent}% off', { percent: Number(value) });
  return _('{amount} off', { amount: formatUsd(value) });
}

const KINDS = [
  { value: 'PERCENT', label: msg('Percent off') },
  { value: 'AMOUNT', label: msg('Amount off') },
  { value: 'TICKET', label: msg('One ticket free') },
] as const;

type FormProps = { eventId: string; types: TicketTypeSales[]; onDone: () => void; onCancel: () => void };

function PromoCodeForm({ eventId, types, onDone, onCancel }: FormProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const form = useZodForm(promoCodeForm, {
    ...{ code: '', kind: 'PERCENT', value: '', uses: '100', usesPerCustomer: '1', startsAt: '', endsAt: '' },
  });
  const kind = form.watch('kind');
  return (
    <Form
      form={form}
      aria-label={_('New code')}
      className="grid gap-6 rounded-panel border border-line bg-surface p-5"
      fallback={_('We failed to save this. Please try again.')}
      onSubmit={async ({ startsAt, endsAt, kind: chosenKind, ...fields }) => {
        await client(PromoCodeService).createPromoCode({
          ...{ ...fields, eventId, kind: PromoKind[chosenKind], ticketTypeIds: chosen },
          ...(startsAt && { startsAt: timestampFromDate(startsAt) }),
          ...(endsAt && { endsAt: timestampFromDate(endsAt) }),
        });
        onDone();
      }}
    >
      <TextField
        label={_('Code')}
        hint={_('Letters, digits and hyphens, such as SPRING-2027.')}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={PROMO_LIMITS.codeLengthMax}
        {...fieldOf(form, 'code')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select
          label={_('What it is worth')}
          options={KINDS.map(({ value, label }) => ({ value, label: _(label) }))}
          {...fieldOf(form, 'kind')}
        />
        {kind === 'TICKET' ? null : (
          <TextField
            label={kind === 'PERCENT' ? _('Percent') : _('Amount')}
            {...(kind === 'AMOUNT' && { prefix: '$' })}
            inputMode="decimal"
            autoComplete="off"
            {...fieldOf(form, 'value')}
          />
        )}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={_('How often it can be used')}
          inputMode="numeric"
          autoComplete="off"
          {...fieldOf(form, 'uses')}
        />
        <TextField
          label={_('For each person')}
          inputMode="numeric"
          autoComplete="off"
          {...fieldOf(form, 'usesPerCustomer')}
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField type="datetime-local" label={_('Valid from')} optional {...fieldOf(form, 'startsAt')} />
        <TextField type="datetime-local" label={_('Valid until')} optional {...fieldOf(form, 'endsAt')} />
      </div>
      {types.length > 1 ? (
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-medium text-small">{_('Only for some tickets')}</legend>
          {types.map(({ type }) =>
            type ? (
              <Checkbox
                key={type.id}
                label={type.name}
                checked={chosen.includes(type.id)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen((ids) => (checked ? [...ids, type.id] : ids.filter((id) => id !== type.id)))
                }
              />
            ) : null,
          )}
        </fieldset>
      ) : null}
      <div className="grid gap-3">
        <SubmitButton>{_('Make the code')}</SubmitButton>
        <Button size="large" variant="quiet" onClick={onCancel}>
          {_('Cancel')}
        </Button>
      </div>
    </Form>
  );
}
