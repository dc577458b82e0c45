import { Button, Stack, Text, Title } from '@mantine/core';

/** Instead of a page whose code could not be loaded or that failed. */
export function LoadError() {
  return (
    <Stack align="flex-start" gap="sm" role="alert">
      <Title order={1} size="h3">
        This page could not be loaded.
      </Title>
      <Text>Check your connection, then try again.</Text>
      <Button onClick={() => window.location.reload()}>Try again</Button>
    </Stack>
  );
}
