import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { refusalText } from '../api.ts';
import { askReason } from '../dialogs/ask-reason.tsx';

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
  /** Gives true where the money is back already. */
  giveBack: (reason: string) => Promise<boolean>;
  refresh: () => Promise<unknown>;
};

/** Gives money or coins back, with a reason. */
export function RefundButton({ isPossible, isPending, price, of, label = 'Refund', text, giveBack, refresh }: Props) {
  if (!isPossible) {
    return (
      <Text size="sm" c="dimmed">
        –
      </Text>
    );
  }
  const onConfirm = async (reason: string) => {
    try {
      const isBack = await giveBack(reason);
      if (price === '') notifications.show({ message: 'It was taken back.' });
      else notifications.show({ message: isBack ? `${price} was given back.` : `${price} is on its way back.` });
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
          confirm: 'Refund',
          onConfirm,
        })
      }
    >
      {label}
    </Button>
  );
}
