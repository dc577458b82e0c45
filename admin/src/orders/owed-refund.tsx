import { Group } from '@mantine/core';
import { Permission } from '@marquee/contracts/permissions';
import { formatAmount } from '@marquee/rules/format';
import { useStaff } from '../users/permissions.ts';
import { RefundButton } from './refund-button.tsx';

/** What is owed of an order, because a refund failed after it had succeeded. */
type Owing = { owed: bigint; currency: string; owedRefunding: boolean };
type Failed = Owing & { refundFailure: string };

type Props = {
  order: Owing;
  /** What was bought, within a sentence. */
  of: string;
  isPending: boolean;
  giveBack: (asked: { reason: string; paidElsewhere: boolean }) => Promise<Failed | undefined>;
  refresh: () => Promise<unknown>;
};

/** Has what is owed given back again, or notes that it was paid in another way. */
export function OwedRefund({ order, of, isPending, giveBack, refresh }: Props) {
  const { may } = useStaff();
  const price = owedText(order);
  const isPossible = may(Permission.REFUND_ORDERS) && !order.owedRefunding;
  const shared = { isPossible, isPending, price, of, refresh, ifFailed: `${price} is still owed.` };
  const asked = (paidElsewhere: boolean) => async (reason: string) => {
    const answered = await giveBack({ reason, paidElsewhere });
    return { isBack: answered?.owed === 0n, failure: answered?.refundFailure ?? '' };
  };
  const again = (
    <RefundButton
      {...shared}
      label="Try again"
      confirm="Try again"
      text="The payment provider is asked to give it back again. What was bought stays taken back."
      giveBack={asked(false)}
    />
  );
  if (!isPossible) return again;
  return (
    <Group gap="xs">
      {again}
      <RefundButton
        {...shared}
        label="Paid another way"
        confirm="Note it"
        text="Nothing is sent to the payment provider. Say as the reason how it was paid. It cannot be taken back."
        giveBack={asked(true)}
      />
    </Group>
  );
}

const owedText = ({ owed: amount, currency }: Owing): string => formatAmount({ amount, currency });

/** How an order stands of which something is owed. @param state without that */
export function owedStateText(state: string, order: Failed): string {
  const stands = order.owedRefunding ? 'is being given back again' : 'is still owed';
  return `${state}. The refund failed later: ${order.refundFailure}. ${owedText(order)} ${stands}`;
}
