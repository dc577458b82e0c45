import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';

type NotFoundProps = {
  title: string;
  /** The list that it would stand in. */
  to?: string;
  all?: string;
};

export function NotFound({ title, to = '/content', all = 'All films' }: NotFoundProps) {
  return (
    <Stack align="center" py="xl">
      <title>{`${title} · Marquee`}</title>
      <Title order={1} size="h3" ta="center">
        {title}
      </Title>
      <Text c="dimmed" ta="center">
        It may have been deleted, or the address is wrong.
      </Text>
      <Button component={Link} to={to} variant="default">
        {all}
      </Button>
    </Stack>
  );
}
