import { formatUsd } from '../../language/format.ts';

/** Amounts of money with their names. */
export function Figures({ figures }: { figures: readonly { name: string; amount: bigint; note?: string }[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-6 md:grid-cols-5">
      {figures.map(({ name, amount, note }) => (
        <div key={name} className="grid content-start gap-1">
          <dt className="text-ink-muted text-small">{name}</dt>
          <dd className="tabular font-title text-heading">{formatUsd(amount)}</dd>
          {note ? <dd className="text-caption text-ink-muted">{note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}
