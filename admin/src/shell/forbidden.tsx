import { Button, Stack, Text } from '@mantine/core';

/** The session lost its rights, or ended, while the page was open. */
export function Forbidden() {
  return (
    <Stack align="center" py="xl">
      <title>No access · Marquee</title>
      <Text role="alert" ta="center">
        You don't have access to this page.
      </Text>
      <Button component="a" href="/">
        Go Home
      </Button>
    </Stack>
  );
}
