import { Badge } from '@mantine/core';

type Props = { tone: 'good' | 'warn' | 'action' | 'neutral'; children: string };

/** A state in a word, in colours that can be read in both themes. */
export function ToneBadge({ tone, children }: Props) {
  return (
    <Badge className="status" data-tone={tone} radius="sm" variant="transparent">
      {children}
    </Badge>
  );
}
