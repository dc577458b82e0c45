import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';

export function NotFound({ title }: { title: string }) {
  return (
    <Stack align="center" py="xl">
      <title>{`${title} · Marquee`}</title>
      <Title order={1} size="h3" ta="center">
        {title}
      </Title>
      <Text c="dimmed" ta="center">
        It may have been deleted, or the address is wrong.
      </Text>
      <Button component={Link} to="/content" variant="default">
        All films
      </Button>
    </Stack>
  );
}
