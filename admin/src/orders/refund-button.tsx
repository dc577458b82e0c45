import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { refusalText } from '../api.ts';
import { askReason } from '../dialogs/ask-reason.tsx';

/** What became of a refund that was asked for: whether it is back already, and why it is not where the provider refused. */
type Answer = { isBack: boolean; failure: string };

type Props = {
  isPossible: boolean;
  isPending: boolean;
  /** What goes back, as it is written; '' where nothing was paid. */
  price: string;
  /** What was bought, within a sentence. */
  of: string;
  /** The words of the button. */
  label?: string;
  /** What a refund does. */
  text: string;
  /** The words of what confirms it. */
  confirm?: string;
  /** What follows where the provider cannot make it. */
  ifFailed?: string;
  giveBack: (reason: string) => Promise<Answer>;
  refresh: () => Promise<unknown>;
};

function askedText(price: string, { isBack }: Answer): string {
  if (price === '') return 'It was taken back.';
  return isBack ? `${price} was given back.` : `The refund of ${price} was asked for. The order shows when it is back.`;
}

const refundFailed = (price: string, failure: string, ifFailed: string) => ({
  color: 'red',
  title: 'The refund failed',
  message: `${price} was not given back: ${failureText(failure)} ${ifFailed}`,
});

/** Why the payment provider could not make a refund. */
export const failureText = (failure: string): string =>
  failure === 'UNKNOWN' ? 'the payment provider did not say why.' : `the payment provider says “${failure}”.`;

/** Gives money or coins back, with a reason. */
export function RefundButton({ isPossible, isPending, price, of, text, giveBack, refresh, ...words }: Props) {
  const { label = 'Refund', confirm = 'Refund', ifFailed = 'What was taken back for it is valid again.' } = words;
  if (!isPossible) {
    return (
      <Text size="sm" c="dimmed">
        –
      </Text>
    );
  }
  const onConfirm = async (reason: string) => {
    try {
      const answer = await giveBack(reason);
      const { failure } = answer;
      notifications.show(failure ? refundFailed(price, failure, ifFailed) : { message: askedText(price, answer) });
    } catch (error) {
      notifications.show({ color: 'red', title: 'Failed to refund', message: refusalText(error) ?? '' });
    }
    await refresh();
  };
  return (
    <Button
      size="compact-xs"
      color="red"
      variant="light"
      loading={isPending}
      onClick={() =>
        askReason({
          title: price ? `Give back ${price} for ${of}?` : `Take back ${of}?`,
          text,
          confirm,
          onConfirm,
        })
      }
    >
      {label}
    </Button>
  );
}
